"""El Caballero: interface, data, loader, words, reference."""
