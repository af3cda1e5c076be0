"""The utterances of a conversation, by speaker and without secrets, as input for chunks.

Specification: rules.md §8.13.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidConversation
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text import conversation
from robot_memory.foundation.text.unicode_text import is_hidden

#: Bytes of a transcript: reading one takes several times that of memory.
LARGEST = 16_000_000
_LONGEST_SPEAKER, _LONGEST_ID = 64, 128  # characters


@dataclass(frozen=True)
class Utterance:
    """The words of one speaker in one turn.

    Attributes:
        index: which turn, from 0.
        speaker: the turn's ``speaker``, else its ``role``; empty where it has neither.
        text: what was said, without secrets.
        is_told: whether the memory itself tells here of an entry, which says the same.
    """

    index: int
    speaker: str
    time: datetime
    text: str
    is_told: bool = False


@dataclass(frozen=True)
class SpokenConversation:
    """The utterances of a conversation, in order.

    Attributes:
        id: its ``session_id``.
        turns: those in which something was said.
        defects: what is wrong with the others.
    """

    id: str
    turns: tuple[Utterance, ...]
    defects: tuple[Defect, ...] = ()


def read_transcript(path: Path) -> SpokenConversation:
    """Read the conversation in a file; see :func:`read_conversation`.

    Raises:
        InvalidConversation: also where it is too large to be held in memory.
        OSError: it cannot be read.
    """
    size = path.stat().st_size
    if size > LARGEST:
        raise InvalidConversation(f"{path} has {size} bytes, above {LARGEST}: split it")
    return read_conversation(read_regular(path), str(path))


def read_conversation(data: bytes, name: str) -> SpokenConversation:
    """Read a conversation; see :func:`robot_memory.foundation.text.conversation.read_conversation`.

    Args:
        name: where it is from.

    Raises:
        InvalidConversation: it is no conversation at all; what is wrong with single turns is in
            ``defects``.
    """
    try:
        record = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InvalidConversation(f"{name} is not JSON in UTF-8: {error}") from None
    read = conversation.read_conversation(record, name)
    utterances = map(utterance_of, read.turns)
    turns = tuple(turn for turn in utterances if turn.text)
    return SpokenConversation(_on_one_line(read.session_id, _LONGEST_ID), turns, read.defects)


def utterance_of(turn: conversation.Turn) -> Utterance:
    """Return what was said in a turn."""
    name, claim = conversation.split_claim(without_secrets(turn.speaker))
    speaker = _on_one_line(name, _LONGEST_SPEAKER) + claim
    text = without_secrets(turn.content).strip()
    is_told = bool(turn.extra.get(conversation.ABOUT))
    return Utterance(turn.index, speaker, turn.time, text, is_told)


def _on_one_line(name: str, longest: int) -> str:
    """Return a name on one line, such as it stands before what was said."""
    printable = "".join(" " if is_hidden(char) else char for char in name)
    return " ".join(printable.split())[:longest]
