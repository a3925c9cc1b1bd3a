"""Shapes: of each game's state dict, and of its observation tensor. One module per game."""
