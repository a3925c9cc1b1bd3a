"""Lata: interface, data, loader, words, reference."""
