"""The contract of every game: options and data files, shapes of dicts and tensors."""
