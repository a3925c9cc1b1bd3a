"""The command ``bitmeeple``."""

from bitmeeple.cli.main import main

__all__ = ["main"]
