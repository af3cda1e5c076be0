"""Topic patterns: a name, or one with ``*`` and ``?``."""

from __future__ import annotations

from fnmatch import fnmatchcase


def matches(topic: str, pattern: str, namespace: str) -> bool:
    """Tell whether a pattern means a topic.

    Args:
        topic: its full name.
        pattern: without a leading ``/`` or ``*`` it is within the namespace.
        namespace: this robot's.
    """
    if pattern.startswith(("/", "*")):
        return fnmatchcase(topic, pattern)
    return fnmatchcase(topic, f"{namespace.rstrip('/')}/{pattern}")
