"""What the memory itself noted in ``events.jsonl`` (document 002), as a sentence that is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: What became of an entry, where the name of the change does not say it.
_CHANGES = {
    "created": "first noted", "reinforced": "noted again", "reopened": "back again, noted",
    "recovered": "said to be over", "mute_asked": "asked to be muted",
    "known": "declared known", "not_known": "declared known no longer",
    "known_asked": "asked to be declared known",
    "known_doubted": "asked to be known no longer", "undone": "last change taken back",
}  # fmt: skip
#: Of what else was done, the fields that name what it was done to, the first that there is.
_NAMES = ("key", "target", "name")
_LONGEST = 2_000  # characters


def sentence_of(data: Mapping[str, Any]) -> str:
    """Return what an event of a type of the memory's own says; empty: it is only book-keeping.

    Who says it stands in front, where no long text pushes it out of sight.
    """
    kind, by = _words(data.get("type")), _words(data.get("by"))
    text, detail = _words(data.get("text")), _words(data.get("detail"))
    if kind.startswith("entry_") and text:
        change = kind.removeprefix("entry_")
        who = " ".join(filter(None, (_words(data.get("source")), by)))
        done = _CHANGES.get(change, change.replace("_", " "))
        teller = _words(data.get("word_of"))
        of_whom = f", the word of {_article(teller)}" if teller and teller not in who else ""
        more = f" ({detail})" if detail and detail != text else ""
        said = f"{done}{f' by {_article(who)}' if who else ''}{of_whom}: {text}{more}"
    else:
        named = next(filter(None, (_words(data.get(name)) for name in _NAMES)), "")
        if not kind or not named:
            return ""
        said = f"{kind.replace('_', ' ')}{f' by {by}' if by else ''}: {named}"
    return (said[:1].upper() + said[1:])[:_LONGEST]


def _words(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _article(who: str) -> str:
    """Return a kind of source with its article; with a name it has none: "agent planner"."""
    return who if " " in who else f"{'an' if who[:1] in 'aeiou' else 'a'} {who}"
