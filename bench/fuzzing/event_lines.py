"""Server-sent events as a browser reads them (WHATWG HTML §9.2.6)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class EventLines:
    """The parsed part of a stream.

    Attributes:
        events: id, type and data of each complete event.
        comments: lines that a browser drops.
        last_id: the ``Last-Event-ID`` that a browser would send when it returns; '' if none.
    """

    events: list[tuple[str, str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    last_id: str = ""
    _rest: bytes = b""
    _fields: dict[str, str] = field(default_factory=dict)

    def feed(self, data: bytes) -> None:
        """Take in the next bytes.

        Raises:
            UnicodeDecodeError: the bytes are not UTF-8.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line.decode())

    def _take(self, line: str) -> None:
        if not line:
            self.last_id = self._fields.get("id", self.last_id)
            if "data" in self._fields:
                kind = self._fields.get("event", "message")
                self.events.append((self.last_id, kind, self._fields["data"]))
            self._fields = {}
        elif line.startswith(":"):
            self.comments.append(line[1:].strip())
        else:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            is_more = name == "data" and name in self._fields
            self._fields[name] = f"{self._fields[name]}\n{value}" if is_more else value
