"""The command `riskvar`, which is ready for Ctrl-C before anything is imported that takes time."""

import signal

__all__ = ["main"]


def main() -> None:
    """Run the command line. Until it is there, Ctrl-C ends the process at once, without a word."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # it is ignored in the background, say
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from riskcore.cli import main as run

    run(prog_name="riskvar")
