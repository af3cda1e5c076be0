"""The transcripts in ``episodic/conversations``."""

from __future__ import annotations

from pathlib import Path

from robot_memory.conversation import Conversation, read_conversation
from robot_memory.levels.allowed_paths import check_key
from robot_memory.levels.archive_packing import packed_names
from robot_memory.levels.json_files import own_files, read_record, write_json
from robot_memory.levels.level_tree import LevelTree


class TranscriptStore:
    """Reads and writes transcripts; other tools may add files of any name that ends in .json."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.conversations
        self._archive = tree.archive(tree.conversations)

    def paths(self) -> list[Path]:
        """Return the files, by name."""
        return own_files(self._folder, "*.json")

    def read(self, path: Path) -> Conversation | None:
        """Return the conversation in a file; a damaged file is set aside and reported."""
        return read_record(path, read_conversation)

    def write(self, conversation: Conversation) -> Path:
        """Write a transcript; durable when this returns."""
        path = self._folder / f"{check_key(conversation.session_id)}.json"
        write_json(path, conversation.as_record())
        return path

    def find(self, session_id: str) -> Conversation | None:
        """Return the transcript of a session; None where there is none."""
        return self.read(self._folder / f"{check_key(session_id)}.json")

    def has(self, session_id: str) -> bool:
        """Tell whether there is a transcript of a session, archived ones included."""
        name = f"{session_id}.json"
        is_here = (self._folder / name).exists() or (self._archive / f"{name}.gz").exists()
        return is_here or f"{name}.gz" in packed_names(self._archive)
