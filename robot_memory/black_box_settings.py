"""The tunables of the black box, a part of :class:`robot_memory.settings.Settings`."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.tunable import setting


@dataclass(frozen=True)
class BlackBoxSettings:
    """What is recorded around a fault, and how much of it is kept."""

    black_box_enabled: bool = setting(
        True,
        "whether the seconds of messages around a fault are written to an MCAP file",
        "black-box",
        fixed=True,
    )
    black_box_before_s: float = setting(
        30.0, "time before a fault that its file holds", "black-box", unit="s",
        low=1.0, high=600.0, fixed=True,
    )  # fmt: skip
    black_box_after_s: float = setting(
        10.0, "time after a fault that its file holds", "black-box", unit="s",
        low=0.0, high=120.0, fixed=True,
    )  # fmt: skip
    black_box_ring_mb: float = setting(
        64.0, "memory for the messages before a fault; the oldest leave first", "black-box",
        unit="MB", low=1.0, high=4096.0, fixed=True,
    )  # fmt: skip
    black_box_disk_mb: float = setting(
        500.0,
        "disk space for the files; the first, worst and newest of each entry stay longest",
        "black-box",
        unit="MB",
        low=1.0,
        high=1_000_000.0,
        fixed=True,
    )
    black_box_include: str = setting(
        "",
        "patterns of topics, separated by commas, to record although their messages are large "
        "(images, clouds): at most one message a second of each",
        "black-box",
        fixed=True,
    )
    black_box_leave_out: str = setting(
        "", "patterns of topics, separated by commas, never to record", "black-box", fixed=True
    )
