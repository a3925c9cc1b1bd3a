"""Latria: interface, data, loader, words, reference."""
