"""The file on disk: noticing edits, and losing none during replacement (rules.md §3.3, §3.4).

See docs/reference/memory-file.md, "File and evidence" and "Editors that save while the memory
does".
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from robot_memory.entries.file_bytes import decoded, encoded
from robot_memory.entries.memory_document import LARGEST, MemoryDocument, read_document
from robot_memory.foundation.disk import file_lock, files

_LOG = logging.getLogger(__name__)
# Seconds without a change after which a writer is assumed to have finished.
_SETTLED = 2.0
_BRIEFLY = 0.3  # the same, while a caller waits for a requested save
_LONGEST_WAIT = 5.0  # s
_POLL = 0.1  # s
_SAVED_LATER = (
    "what is new is stored in the ledger, and the memory file is saved once the lock is free"
)
# Nanoseconds by which a file's content is dated before its rename, if it was put in place whole.
_APART = 20_000_000


class MemoryFile:
    """``robot-memory.md`` on disk.

    Args:
        path: where it is, or will be; a symbolic link is respected.

    Attributes:
        text: the text last read or written; None while there is no file.
    """

    def __init__(
        self,
        path: Path,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.text: str | None = None
        self._signature: tuple[int, ...] | None = None
        self._written: tuple[int, ...] | None = None
        self._seen: tuple[tuple[int, ...] | None, float] = (None, 0.0)
        self._monotonic = monotonic
        self._sleep = sleep
        self._now = now

    @property
    def target(self) -> Path:
        """Its path, with links followed."""
        return self.path.resolve()

    def _beside(self, purpose: str) -> Path:
        target = self.target
        return target.with_name(f".{target.name}.{purpose}")

    @property
    def _temporary(self) -> Path:
        return self._beside("saving")

    @property
    def _displaced(self) -> Path:
        return self._beside("displaced")

    @property
    def _still_open(self) -> Path:
        return self._beside("still-open")

    def locked(self) -> AbstractContextManager[None]:
        """Return the lock that every writer of the file holds while it saves.

        Only one attempt is made: a saving process locks the entries, and must not wait meanwhile.
        """
        files.make_private_folder(self.target.parent)
        return file_lock.locked(self._beside("lock"), patience=0.0, otherwise=_SAVED_LATER)

    def poll(self) -> bool:
        """Read the file if it has changed; return whether its text has."""
        signature = files.signature_of(self.path)
        if signature == self._signature:
            return False
        text = self._read(self.path)
        self._signature = signature
        changed = text != self.text
        self.text = text
        return changed

    def forget(self) -> None:
        """Make the next :meth:`poll` read the file again."""
        self._signature = None
        self.text = None

    @staticmethod
    def _read(path: Path) -> str | None:
        try:
            data = files.read_regular(path, 4 * LARGEST + 1)  # more characters than allowed
        except FileNotFoundError:
            return None
        return decoded(data)

    # -- editors that write in place -------------------------------------------------------

    @property
    def is_being_written(self) -> bool:
        """Whether somebody has the file open for writing, or wrote to it within two seconds.

        An editor may write in pieces: if the file were replaced meanwhile, the rest would go to a
        file without a name.
        """
        return self._quiet_for() < _SETTLED or files.is_open_for_writing(self.path)

    @property
    def has_late_edit(self) -> bool:
        """Whether an editor has written to a file that was replaced while open."""
        path = self._still_open
        try:
            status = path.stat()
        except FileNotFoundError:
            return False
        # A rename changes only the status time, an edit the content's time, too.
        return status.st_mtime_ns >= status.st_ctime_ns and not files.is_open_for_writing(path)

    def _take_late_edit(self) -> None:
        """Treat a late edit as a displaced text; delete a file that was closed unchanged."""
        path = self._still_open
        if self.has_late_edit and not self._displaced.exists():
            path.replace(self._displaced)
        elif path.exists() and not (self.has_late_edit or files.is_open_for_writing(path)):
            path.unlink()

    def wait_for_quiet(self) -> None:
        """Wait until nobody has written to the file for a moment, but at most some seconds.

        A program that has it open without writing is waited for only briefly.
        """
        begun = self._monotonic()
        while (waited := self._monotonic() - begun) < _LONGEST_WAIT:
            is_open = waited < _BRIEFLY and files.is_open_for_writing(self.path)
            if self._quiet_for() >= _BRIEFLY and not is_open:
                return
            self._sleep(_POLL)

    def _quiet_for(self) -> float:
        """Return the seconds since somebody last wrote to the file.

        A file that was put in place whole, as we and some editors do, is not being written: its
        rename is later than its content.
        """
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return _SETTLED
        signature = files.signature_in(status)
        if signature == self._written or status.st_ctime_ns > status.st_mtime_ns:
            return _SETTLED
        if signature != self._seen[0]:
            self._seen = (signature, self._monotonic())
        # The clock may have been set since: then the time that we have seen it unchanged counts.
        return max(self._now() - status.st_mtime, self._monotonic() - self._seen[1])

    def replace(self, text: str) -> bool:
        """Replace the file by ``text``; call it with the lock held.

        Returns:
            False if an editor saved in between: its text is in place, and the caller must read it.
                An editor that reads the file again must find its own text there, or its next save
                would delete that.
        """
        target = self.target
        files.check_replaceable(target)
        files.write_durably(self._temporary, encoded(text), like=target)
        _mark_as_whole(self._temporary)
        is_done = self._swap(text)
        if is_done:
            self._displaced.unlink(missing_ok=True)
            if files.is_open_for_writing(self._temporary):
                self._temporary.replace(self._still_open)  # later writes to it are taken in
        self._temporary.unlink(missing_ok=True)
        files.sync_folder(target.parent)
        return is_done

    def _swap(self, text: str) -> bool:
        """Put the temporary file in place unless an editor has saved; return whether it was."""
        target, temporary, expected = self.target, self._temporary, self.text
        if files.signature_of(self.path) != self._signature:
            return False
        signature, was_open = files.signature_of(temporary), files.is_open_for_writing(target)
        if expected is None or not files.exchange(temporary, target):
            temporary.replace(target)  # without exchange, an edit since the check above is lost
        elif self._read(temporary) != expected or (
            files.is_open_for_writing(temporary) and not was_open
        ):
            self._put_back(text)
            return False
        self.text, self._signature, self._written = text, signature, signature
        return True

    def _put_back(self, text: str) -> None:
        """Give the name back to a text that an editor had just saved or opened.

        If the editor saved again meanwhile, that text stays in place, and the earlier one is set
        aside.
        """
        target, temporary = self.target, self._temporary
        self._signature = None
        if not files.exchange(temporary, target):
            temporary.replace(target)
        elif self._read(temporary) != text:
            files.exchange(temporary, target)
            if self._read(temporary) != text:
                copy = files.set_aside(temporary, name=target)
                _LOG.error(
                    "%s was saved twice while it was replaced: what was saved first is in %s; "
                    "copy from it what is missing",
                    self.path, copy,
                )  # fmt: skip

    def _settle(self, path: Path) -> str:
        """Return a file's text once it has stopped changing: its editor may not have finished."""
        text, since = self._read(path) or "", self._monotonic()
        while self._monotonic() - since < _SETTLED:
            self._sleep(_POLL)
            newer = self._read(path) or ""
            if newer != text:
                text, since = newer, self._monotonic()
        return text

    def interrupted(self) -> str | None:
        """Finish a save that a crash interrupted; call it with the lock held.

        Before the exchange, the temporary file is our own text, which can be made again. After the
        exchange it is the displaced text, perhaps an editor's that nobody has read. That text is
        returned, so that its edits can be taken in, and kept until the next :meth:`replace`. A late
        edit is handled the same way.
        """
        left = self._read(self._temporary)
        if left is not None:
            is_displaced = _is_readable(left) and self._was_exchanged(left)
            if is_displaced and not self._displaced.exists():
                self._temporary.replace(self._displaced)
            else:
                self._temporary.unlink()
        self._take_late_edit()
        return self._read(self._displaced)

    def _was_exchanged(self, left: str) -> bool:
        current = self._read(self.target)
        if current is None or not _is_readable(current):
            return False
        if self.target.stat().st_mtime_ns > self._temporary.stat().st_ctime_ns:
            return False  # the file was edited after the crash
        ours, theirs = MemoryDocument(current).header, MemoryDocument(left).header
        return ours.ledger_id != theirs.ledger_id or (
            (theirs.ledger_seq or 0) <= (ours.ledger_seq or 0)
        )

    def set_damaged_aside(self) -> Path | None:
        """Move an unreadable file away, once no editor is writing it; return its new path.

        None if it is readable after all, or empty.
        """
        text = self._settle(self.target)
        if _is_readable(text):
            self.forget()
            return None
        if not text.strip():
            return None
        copy = files.set_aside(self.target)
        self.forget()
        return copy

    def set_displaced_aside(self) -> Path | None:
        """Keep a displaced text that cannot be read; None if it is empty."""
        if not (self._read(self._displaced) or "").strip():
            return None
        return files.set_aside(self._displaced, name=self.target)


def _is_readable(text: str) -> bool:
    return bool(text.strip()) and read_document(text) is not None


def _mark_as_whole(path: Path) -> None:
    """Date a file's content before the rename that follows."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - _APART))
