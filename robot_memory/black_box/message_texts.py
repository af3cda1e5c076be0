"""Takes secrets out of serialized messages (rules.md §8), without decoding them.

In CDR a text stands as its bytes between its length and a zero byte. A text with a secret is
replaced by as many bytes, so that the message can be read as before.
"""

from __future__ import annotations

import re
from functools import lru_cache

from robot_memory.black_box.text_region import TextRegion
from robot_memory.secrets_filter import filtered, names_a_secret

_TEXT = re.compile(rb"[\t\n\r\x1b\x20-\xff]{3,}")
_LARGEST = 64_000  # bytes; what is larger is a picture or a cloud
_SHORT = 512  # bytes


def without_secret_texts(data: bytes, region: TextRegion) -> bytes:
    """Return a serialized message with every secret in its texts overwritten.

    What follows a text that names a secret, as the value of ``wifi_password`` does, is one too.

    Args:
        data: the message.
        region: where texts stand in messages of its type.
    """
    if len(data) > _LARGEST:
        return data
    begin, end = region.find(data)
    texts = data[begin:end]
    # Headers and names are the same in message after message.
    clean = _known_part(texts) if len(texts) <= _SHORT else _part(texts)
    return data if clean == texts else b"".join((data[:begin], clean, data[end:]))


def _part(data: bytes) -> bytes:
    parts: list[bytes] = []
    copied, is_named = 0, False
    for found in _TEXT.finditer(data):
        clean, names_next = _clean(found[0])
        if is_named:
            clean = b"*" * len(found[0])
        is_named = names_next
        if clean != found[0]:
            parts += (data[copied : found.start()], clean)
            copied = found.end()
    return b"".join([*parts, data[copied:]]) if parts else data


_known_part = lru_cache(512)(_part)


@lru_cache(2048)
def _clean(text: bytes) -> tuple[bytes, bool]:
    """Return a text without secrets, of the same length, and whether it names a secret."""
    try:
        words = text.decode("utf-8")
    except UnicodeDecodeError:  # numbers; what may be a text in them is ASCII
        words = text.decode("ascii", "replace").replace("\ufffd", " ")
    found = filtered(words)
    if not found.removed:
        return text, names_a_secret(words)
    return found.text.encode("ascii", "replace")[: len(text)].ljust(len(text)), False
