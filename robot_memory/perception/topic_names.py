"""Names of topics in texts: a frame says a side that the topic leaves out (rules.md §1.12)."""

from __future__ import annotations

import re
from typing import Any

from robot_memory.foundation.wording.spoken_names import spoken_name, topic_in

_MOST = 1024  # topics whose frame is known, and names that are taken
_SIDE_WORDS = re.compile(
    r"(?<![a-z])(front|rear|back|left|right|top|bottom|upper|lower|center|centre|wrist|mast|roof)"
    r"(?![a-z])"
)
_LONGEST_FRAME = 200  # characters


class TopicNames:
    """Names of topics and of numbers in them; no two share one.

    A topic whose name leaves out a side that its frame tells gets that side: ``/scan_2`` in the
    frame ``lidar_front_link`` is the front lidar.
    """

    def __init__(self) -> None:
        self._frames: dict[str, str] = {}
        self._named: dict[str, str] = {}

    def note(self, topic: str, content: Any) -> None:
        """Learn from the first message of a topic where its frame is."""
        if topic in self._frames or len(self._frames) >= _MOST:
            return
        frame = getattr(getattr(content, "header", None), "frame_id", None)
        if isinstance(frame, str) and frame:
            self._frames[topic] = frame[:_LONGEST_FRAME]

    def called(self, text: str) -> str | None:
        """Return what the topic is called with which a text begins; None: what its name says.

        It is empty where its name says what another topic is called already: a reader could not
        tell them apart.
        """
        raw = topic_in(text)
        name = self._name_of(raw) if raw else ""
        return None if not raw or name == spoken_name(raw) else name

    def _name_of(self, raw: str) -> str:
        frame = self._frames.get(raw.partition(" ")[0], "")
        name = spoken_name(raw)
        sides = " ".join(dict.fromkeys(_SIDE_WORDS.findall(frame.lower().replace("_", " "))))
        if name and sides and not _SIDE_WORDS.search(name):
            name = f"{sides} {name}"
        if len(self._named) < _MOST:
            self._named.setdefault(name, raw)
        return name if self._named.get(name, raw) == raw else ""
