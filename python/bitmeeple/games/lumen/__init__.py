"""Lumen: interface, data, loader, words, reference."""
