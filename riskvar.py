"""The command `riskvar`: the rest of it takes a moment to load, and Ctrl-C shall end it quietly from the start."""

import sys

__all__ = ["main"]


def main() -> None:
    """Load the command line and run it."""
    try:
        from riskcore.cli import main as commands
    except KeyboardInterrupt:
        sys.exit(130)
    commands()


if __name__ == "__main__":
    main()
