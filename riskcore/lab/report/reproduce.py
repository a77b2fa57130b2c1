"""Everything that is needed to get the same games, at the end of a page."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import riskcore
from riskcore.lab.play.results import Results
from riskcore.pages.markup import facts, section, text

__all__ = ["reproduction"]


def reproduction(played: Sequence[Results], names: Sequence[str], command: str) -> str:
    """The command, what decides its games, and every file that is not a part of riskvar."""
    plan = played[0].plan
    several = len(played) > 1
    labels = [f"Digest of {name}" if several else "Digest" for name in names]
    rows = [
        ("Version", f"riskvar {riskcore.__version__}"),
        ("Games", f"{len(played[0]):,}{' of each variant' if several else ''}, of up to {plan.max_rounds} rounds"),
        ("Players", f"{plan.players}: {', '.join(plan.line_up)}, moving on by one seat from game to game"),
        ("Seed", str(plan.seed)),
        *((label, run.digest()) for label, run in zip(labels, played, strict=True)),
    ]
    note = "The same version gives the same games, and the same digest, on any machine with any number of workers."
    code = f"<pre><code>{text(command)}</code></pre>"
    variants = (
        _file(f"{name} as one file", run.plan.variant.to_toml()) for name, run in zip(names, played, strict=True)
    )
    files = dict.fromkeys(file for run in played for file in run.plan.variant.plugin_files)
    return section(
        "How to get the same games", f"<p>{text(note)}</p>", code, facts(rows), *_rule_files(files), *variants
    )


def _rule_files(files: Sequence[str] | dict[str, None]) -> Iterator[str]:
    for file in map(Path, files):
        try:
            yield _file(f"The rule file {file.name}", file.read_text(encoding="utf-8", errors="replace"))
        except OSError:  # deleted since; the page must not be lost for that
            yield f"<p>{text(f'The rule file {file.name} could not be read any more.')}</p>"


def _file(title: str, content: str) -> str:
    return f"<h3>{text(title)}</h3>\n<pre><code>{text(content)}</code></pre>"
