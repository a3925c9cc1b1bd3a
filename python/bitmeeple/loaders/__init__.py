"""Options and data files: one module per game, used by both implementations."""
