"""How much the black box keeps, in memory and on disk."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.foundation.settings import Settings

_MEGABYTE = 1_000_000  # bytes


@dataclass(frozen=True)
class BlackBoxLimits:
    """How much the black box keeps."""

    before: float = 30.0  # seconds before a fault that its file holds
    after: float = 10.0  # seconds after it
    ring_bytes: int = 64 * _MEGABYTE  # memory for messages, with what Python adds to each
    disk_bytes: int = 500 * _MEGABYTE  # disk space for all files together
    # seconds from the first fault of a file on, after which a fault begins another one
    longest: float = 300.0

    @property
    def file_bytes(self) -> float:
        """Bytes after which a file ends: one of four that the disk space is enough for."""
        return self.disk_bytes / 4

    @classmethod
    def of(cls, settings: Settings) -> BlackBoxLimits:
        """Return the limits that the settings name."""
        return cls(
            before=settings.black_box_before_s,
            after=settings.black_box_after_s,
            ring_bytes=round(settings.black_box_ring_mb * _MEGABYTE),
            disk_bytes=round(settings.black_box_disk_mb * _MEGABYTE),
        )
