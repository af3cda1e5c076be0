"""Helpers for tests of the dashboard: detector rows, and the content of the screen."""

from __future__ import annotations

from robot_memory.ledger import Key, Observation, Severity

SLIP = "left wheel slips"
LIP = "Kitchen doorway has a 3 cm lip"
_STILL = 0.05  # s without a change


def seen(clock, kind, summary=SLIP, *, component="left wheel"):
    """Return a detector's row with the current time."""
    key = Key("bump", component, "fault")
    return Observation(kind, clock.now(), summary, key=key, detector="bump", topic="/odom",
                       component=component, severity=Severity.ERROR, confidence=0.55,
                       entry_type="hardware_observation")  # fmt: skip


async def settle(app, pilot):
    """Wait until all pending work is drawn."""
    await app.workers.wait_for_complete()
    await pilot.pause()
    before = ""
    while before != (drawn := shown(app)):  # table columns get their widths later
        before = drawn
        await pilot.pause(_STILL)


def shown(app):
    """Return the text on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
