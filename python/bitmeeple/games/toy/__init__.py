"""Toy: interface, data, loader, words, reference."""
