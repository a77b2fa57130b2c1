"""`python -m riskvar`, where the command is not on the path."""

from riskvar import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
