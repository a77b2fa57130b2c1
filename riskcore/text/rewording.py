"""What differs between two wordings of one rule: the words that changed, in the sentences they stand in."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import attrs

__all__ = ["Stretch", "reworded"]

_TOKEN = re.compile(r"\s*(?:[\w'-]+|[^\w\s])")  # words and signs, each with the space before it
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ALIKE = 0.5  # the share that two wordings must have in common to be told as one


@attrs.frozen
class Stretch:
    """Some words before and after; the same where nothing changed, and nothing where words came or went."""

    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Whether the words differ."""
        return self.before != self.after


def reworded(before: str, after: str) -> tuple[Stretch, ...]:
    """Two wordings as one, without the sentences that they share; nothing if they have too little in common."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if before == after or matcher.ratio() < _ALIKE:
        return ()
    stretches: list[Stretch] = []
    for _, start, end, begin, stop in matcher.get_opcodes():
        stretch = Stretch("".join(old[start:end]), "".join(new[begin:stop]))
        if len(stretches) > 1 and stretch.changed and stretches[-2].changed and len(stretches[-1].before.split()) == 1:
            one, between = stretches[-2:]  # a single word between two changes is no help to the reader
            stretches[-2:] = [
                Stretch(one.before + between.before + stretch.before, one.after + between.after + stretch.after)
            ]
        else:
            stretches.append(stretch)
    return tuple(_shortened(stretches))


def _shortened(stretches: list[Stretch]) -> Iterator[Stretch]:
    """Of what is the same only the sentences with a change in them."""
    for number, stretch in enumerate(stretches):
        sentences = _SENTENCE.split(stretch.before)
        if stretch.changed or len(sentences) == 1:
            yield stretch
            continue
        kept = [sentences[0] if number else "", sentences[-1] if number < len(stretches) - 1 else ""]
        words = " ".join(filter(None, kept))
        if words:
            yield Stretch(words, words)
