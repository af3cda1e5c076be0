"""The limits of the black box, in memory and on disk."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.foundation.settings import Settings

_MEGABYTE = 1_000_000  # bytes


@dataclass(frozen=True)
class BlackBoxLimits:
    """The limits of the black box."""

    before: float = 30.0  # seconds before a fault that its file covers
    after: float = 10.0  # seconds after a fault that its file covers
    ring_bytes: int = 64 * _MEGABYTE  # memory for messages, including Python's overhead
    disk_bytes: int = 500 * _MEGABYTE  # disk space for all files together
    # seconds since the first fault of a file, after which a fault begins a new file
    longest: float = 300.0

    @property
    def file_bytes(self) -> float:
        """Bytes after which a file ends; the disk space is enough for four files."""
        return self.disk_bytes / 4

    @classmethod
    def of(cls, settings: Settings) -> BlackBoxLimits:
        """Return the limits given in the settings."""
        return cls(
            before=settings.black_box_before_s,
            after=settings.black_box_after_s,
            ring_bytes=round(settings.black_box_ring_mb * _MEGABYTE),
            disk_bytes=round(settings.black_box_disk_mb * _MEGABYTE),
        )
