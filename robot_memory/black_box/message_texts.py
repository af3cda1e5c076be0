"""Takes secrets out of serialized messages (rules.md §8.8), without decoding them.

In CDR a text stands as its bytes between its length and a zero byte. A text with a secret is
replaced by as many bytes, so that the message can be read as before.
"""

from __future__ import annotations

import re
from functools import lru_cache

from robot_memory.black_box.text_region import TextRegion
from robot_memory.secrets_filter import filtered, names_a_secret

_NUMBER = re.compile(rb"[-+.\d]{1,15}")  # too short for a key, and no word
_TEXT = re.compile(rb"[\t\n\r\x1b\x20-\xff]{3,}")
_LARGEST = 64_000  # bytes; what is larger is a picture or a cloud
_SHORT = 512  # bytes
_MOST_KNOWN = 4096  # texts


class TextFilter:
    """Overwrites secrets in the texts of one topic's messages.

    What follows a text that names a secret, as the value of ``wifi_password`` does, is one too.

    Args:
        region: where texts stand in messages of its type.
    """

    def __init__(self, region: TextRegion) -> None:
        self._region = region
        self._begin = self._end = 0
        self._order = b""
        self._known: bytes | None = None  # the texts of the newest message, where all are clean
        self._clean: set[bytes] = set()  # texts of long messages that hold and name no secret

    def without_secrets(self, data: bytes) -> bytes:
        """Return a serialized message with every secret in its texts overwritten."""
        # Headers and names are the same in message after message. Only numbers stand before the
        # first text, so the same bytes at the same place are the same texts.
        if data[self._begin : self._end] == self._known and data[:2] == self._order:
            return data
        return data if len(data) > _LARGEST else self._look(data)

    def _look(self, data: bytes) -> bytes:
        begin, end, is_exact = self._region.find(data)
        texts = data[begin:end]
        clean = _known_part(texts) if len(texts) <= _SHORT else self._long_part(texts)
        if clean != texts:
            return b"".join((data[:begin], clean, data[end:]))
        if is_exact and len(texts) <= _SHORT:
            self._begin, self._end, self._known, self._order = begin, end, texts, data[:2]
        return data

    def _long_part(self, data: bytes) -> bytes:
        # Nearly all texts of a long message are those of the one before, at other places.
        new = set(_TEXT.findall(data)) - self._clean
        new = {text for text in new if not _NUMBER.fullmatch(text)}
        if any(_without_secret(text) != (text, False) for text in new):
            return _part(data)
        if len(self._clean) + len(new) > _MOST_KNOWN:
            self._clean.clear()
        self._clean.update(text for text in new if len(text) <= _SHORT)
        return data


def _part(data: bytes) -> bytes:
    parts: list[bytes] = []
    copied, is_named = 0, False
    for found in _TEXT.finditer(data):
        clean, names_next = _without_secret(found[0])
        if is_named:
            clean = b"*" * len(found[0])
        is_named = names_next
        if clean != found[0]:
            parts += (data[copied : found.start()], clean)
            copied = found.end()
    return b"".join([*parts, data[copied:]]) if parts else data


_known_part = lru_cache(512)(_part)


@lru_cache(2048)
def _without_secret(text: bytes) -> tuple[bytes, bool]:
    """Return a text without secrets, of the same length, and whether it names a secret."""
    try:
        words = text.decode("utf-8")
    except UnicodeDecodeError:  # numbers; what may be a text in them is ASCII
        words = text.decode("ascii", "replace").replace("\ufffd", " ")
    found = filtered(words)
    if not found.removed:
        return text, names_a_secret(words)
    return found.text.encode("ascii", "replace")[: len(text)].ljust(len(text)), False
