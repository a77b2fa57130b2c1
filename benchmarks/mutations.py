"""Mutated formulas and variant files: only our errors, each with a place inside the text, and none slow.

`python benchmarks/mutations.py [COUNT]` tries so many, 50,000 if not given; half of them are formulas. It exits with 1
if one is answered otherwise.
"""

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence

from riskcore import Rulebook, RulebookError, VariantError, parse_variant
from riskcore.files.variant import shipped_variants

SLOW = 1.0  # seconds
KINDS = {
    "reinforcement": ("max(3, territories // 3) + continents + round // 5", "min(usual, 15)", "held_in('Asia') % 4"),
    "set_value": ("8 if alike else 10 + wild_cards", "min(usual, 20) - own_cards * 2"),
    "army_limit": ("10 + 2 * bonus", "neighbours * 3 if is_in('Europe') else usual"),
    "defence_dice": ("3 if defenders >= 8 else usual", "min(3, max(1, defenders - attackers))"),
    "attack_if": ("defender_territories > 3 or round >= 10", "not to_place('Asia') and 2 <= attackers < 40"),
    "wins_if": ("territories >= 28 and holds('Brazil')", "continents_held == 2 or armies > others_most_armies"),
}
PIECES = (
    *"()[]{}'\",.;:=<>!+-*/%^&|~@#$\\\n\t \0é",
    *("and", "or", "not", "if", "else", "**", "//", "==", "!=", "<=", "usual", "round", "max(", "min(", "abs(", "True"),
    *("__import__('os')", "lambda: 0", "territories.x", "1e9", "999999999", "9999999999", "0x10", "holds(", "'Asia'"),
    *("(" * 60, "-" * 400, "1+" * 300, "not " * 200, "'", '"""', "[rules.formula]", "extends", "nan", "\u202e", "🎲"),
)
IN_FORMULA = re.compile(r"column (\d+) of the formula")


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to four small changes."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 0, 1, 1, 2, 5, 12)))
        piece = chance.choice((chance.choice(PIECES), text[chance.randrange(len(text) + 1) :][:8], ""))
        text = text[:at] + piece + text[end:]
    return text


def quoted(formula: str) -> str:
    """A formula as a text of TOML."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in formula) + '"'


def misplaced(error: VariantError, text: str, formula: str | None) -> str | None:
    """What is wrong with the places that an error gives."""
    lines = text.split("\n")
    for problem in error.problems:
        inside = 1 <= problem.line <= len(lines) and 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        if not inside:
            return f"{problem.line}:{problem.column} is outside of the text: {problem.message}"
        for column in map(int, IN_FORMULA.findall(problem.message)):
            longest = len(lines[problem.line - 1] if formula is None else formula) + 1
            if not 1 <= column <= longest:
                return f"column {column} is outside of the formula: {problem.message}"
    return None


def answer(text: str, formula: str | None) -> tuple[str, str | None]:
    """How a text is answered, and what is wrong with that."""
    try:
        variant = parse_variant(text)
    except VariantError as error:
        return "refused", misplaced(error, text, formula)
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {error}"
    try:
        Rulebook(variant)
    except RulebookError:  # rules that do not go together have no place in a file
        return "no game", None
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {error}"
    return "accepted", None


def texts(count: int, chance: random.Random) -> Sequence[tuple[str, str | None]]:
    """Mutated formulas and variant files in turns."""
    files = [shipped.path.read_text(encoding="utf-8") for shipped in shipped_variants()]
    files = [text for text in files if "[rules" in text]
    made: list[tuple[str, str | None]] = []
    for number in range(count):
        if number % 2:
            made.append((mutated(chance.choice(files), chance), None))
            continue
        key = chance.choice(tuple(KINDS))
        formula = mutated(chance.choice(KINDS[key]), chance)
        made.append((f'name = "M"\nextends = "classic-1959"\n[rules.formula]\n{key} = {quoted(formula)}\n', formula))
    return made


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    counts: Counter[str] = Counter()
    slowest, wrong = 0.0, 0
    for text, formula in texts(count, random.Random(13)):
        start = time.process_time()
        kind, fault = answer(text, formula)
        took = time.process_time() - start
        slowest = max(slowest, took)
        counts[f"{'file' if formula is None else 'formula'} {kind}"] += 1
        if took > SLOW:
            fault = f"took {took:.1f} s"
        if fault is not None:
            wrong += 1
            if wrong <= 20:
                print(f"{fault}\n{text}\n---")
    for what, number in sorted(counts.items()):
        print(f"{what:<18} {number:>7,}")
    print(f"{count:,} texts, {wrong:,} answered otherwise; the slowest took {slowest:.3f} s of CPU time")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
