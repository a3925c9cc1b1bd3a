"""``python -m bitmeeple``."""

from bitmeeple.cli import main

main()
