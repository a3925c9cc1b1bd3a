"""One folder per game: interface, data, loader, words, and the reference."""
