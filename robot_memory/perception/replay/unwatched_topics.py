"""The topics of a recording that no rule watches, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

MOST_NAMED = 10
"""Topics that are named for each reason; the others are counted."""


def unwatched_topics(
    topics: Mapping[str, str], why_not: Callable[[str, str], str]
) -> Iterator[str]:
    """Yield a sentence for each reason why topics are not watched.

    Args:
        topics: topic name to type name, '' if the recording lacks that.
        why_not: returns why a topic of a type is not watched.
    """
    reasons: dict[str, list[str]] = {}
    for topic, type_name in sorted(topics.items()):
        named = f"{topic} ({type_name or 'its type is not told'})"
        reasons.setdefault(why_not(topic, type_name), []).append(named)
    for reason, members in reasons.items():
        more = len(members) - MOST_NAMED
        others = f" and {more} more" if more > 0 else ""
        count = f"{len(members)} topic{'s' * (len(members) > 1)}"
        yield f"{count} not watched, since {reason}: {', '.join(members[:MOST_NAMED])}{others}"
