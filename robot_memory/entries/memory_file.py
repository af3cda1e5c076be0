"""The file on disk: noticing edits, and losing none while it is replaced (rules.md §3.3, §3.4)."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from robot_memory import files
from robot_memory.entries.document import Damaged, Document

_SETTLED = 2.0
_SAVED_LATER = (
    "what is new is stored in the ledger, and the memory file is saved once the lock is free"
)
_POLL = 0.1


class MemoryFile:
    """``robot-memory.md`` on disk.

    Args:
        path: where it is, or will be; a symbolic link is respected.
        monotonic, sleep: to wait until an editor has finished writing.

    Attributes:
        text: what was last read or written; None while there is no file.
    """

    def __init__(
        self,
        path: Path,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.path = path
        self.text: str | None = None
        self._signature: tuple[int, ...] | None = None
        self._monotonic = monotonic
        self._sleep = sleep

    @property
    def _target(self) -> Path:
        return self.path.resolve()

    @property
    def _temporary(self) -> Path:
        target = self._target
        return target.with_name(f".{target.name}.saving")

    @property
    def _displaced(self) -> Path:
        target = self._target
        return target.with_name(f".{target.name}.displaced")

    def locked(self) -> AbstractContextManager[None]:
        """Return the lock that every writer of the file holds while it saves.

        It is tried once: whoever saves keeps the entries to itself, and must not wait meanwhile.
        """
        target = self._target
        files.make_private_folder(target.parent)
        return files.locked(
            target.with_name(f".{target.name}.lock"), patience=0.0, otherwise=_SAVED_LATER
        )

    def poll(self) -> bool:
        """Read the file if it is not what was last read or written; tell whether it was."""
        signature = _sign(self.path)
        if signature == self._signature:
            return False
        text = self._read(self.path)
        self._signature = signature
        changed = text != self.text
        self.text = text
        return changed

    def forget(self) -> None:
        """Let the next :meth:`poll` read the file again."""
        self._signature = None
        self.text = None

    @staticmethod
    def _read(path: Path) -> str | None:
        try:
            return path.read_bytes().decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return None

    def replace(self, text: str) -> str | None:
        """Put ``text`` in place of the file; call it with the lock held.

        Returns:
            None where the file was as we knew it; otherwise the text of an editor that saved in
            between, which the caller must take in. The editor's text is then no longer in place.
        """
        target = self._target
        files.write_durably(self._temporary, _encode(text), like=target)
        was_edited = self._swap(text)
        if not was_edited:
            self._displaced.unlink(missing_ok=True)
            self._temporary.unlink(missing_ok=True)
        files.sync_folder(target.parent)
        return self._settle(self._displaced) if was_edited else None

    def _swap(self, text: str) -> bool:
        """Let the temporary file take the name; tell whether an editor's text was displaced."""
        target, temporary, expected = self._target, self._temporary, self.text
        signature = _sign(temporary)
        if expected is not None and files.exchange(temporary, target):
            self.text, self._signature = text, signature
            if self._read(temporary) == expected:
                return False
            temporary.replace(self._displaced)
            return True
        # There is no exchange to be had here: look once more, then rename.
        if self.poll() and self.text is not None:
            target.replace(self._displaced)
            self.forget()
            return True
        temporary.replace(target)
        self.text, self._signature = text, signature
        return False

    def _settle(self, path: Path) -> str:
        """Return a file's text once it can be read, or has not changed for a while."""
        text, since = self._read(path) or "", self._monotonic()
        while not _is_readable(text) and self._monotonic() - since < _SETTLED:
            self._sleep(_POLL)
            newer = self._read(path) or ""
            if newer != text:
                text, since = newer, self._monotonic()
        return text

    def interrupted(self) -> str | None:
        """Finish a save that a crash interrupted; call it with the lock held.

        Before the exchange the temporary file is our own text: it can be made again. After the
        exchange it is what was displaced, perhaps by an editor that nobody has read yet: it is
        returned, to be taken in, and kept until the next :meth:`replace` is done.
        """
        left = self._read(self._temporary)
        if left is not None:
            is_displaced = _is_readable(left) and self._was_exchanged(left)
            if is_displaced and not self._displaced.exists():
                self._temporary.replace(self._displaced)
            else:
                self._temporary.unlink()
        return self._read(self._displaced)

    def _was_exchanged(self, left: str) -> bool:
        current = self._read(self._target)
        if current is None or not _is_readable(current):
            return False
        if self._target.stat().st_mtime_ns > self._temporary.stat().st_ctime_ns:
            return False  # the file was edited after the crash
        ours, theirs = Document(current).header, Document(left).header
        return ours.ledger_id != theirs.ledger_id or (
            (theirs.ledger_seq or 0) <= (ours.ledger_seq or 0)
        )

    def set_damaged_aside(self) -> Path | None:
        """Move a file that cannot be read out of the way, once no editor is writing it.

        Returns:
            Where it is now; None where it can be read after all, or there is nothing in it.
        """
        text = self._settle(self._target)
        if _is_readable(text):
            self.forget()
            return None
        if not text.strip():
            return None
        copy = files.set_aside(self._target)
        self.forget()
        return copy

    def set_displaced_aside(self) -> Path | None:
        """Keep a displaced text that cannot be read; None where there is nothing in it."""
        if not (self._read(self._displaced) or "").strip():
            return None
        return files.set_aside(self._displaced, name=self._target)


def _is_readable(text: str) -> bool:
    try:
        Document(text)
    except Damaged:
        return False
    return bool(text.strip())


def _sign(path: Path) -> tuple[int, ...] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
