"""Whether an update comes in its turn, or its sender contradicts itself."""

from __future__ import annotations

from robot_memory.federation.seen import Seen
from robot_memory.federation.update import Update
from robot_memory.federation.verdict import Outcome, Refused

_UNTIL = "until it is started anew, or trusted anew"


def check_order(update: Update, seen: Seen | None) -> tuple[Outcome, str] | None:
    """Say where a robot contradicts itself; None where all is well.

    Args:
        update: one whose signature holds, and that is not the one that was taken in last.
        seen: what is known of its sender.

    Raises:
        Refused: it is old, or its sender is disputed already.
    """
    if seen is None:
        return None
    if update.sequence < seen.sequence:
        raise Refused(
            Outcome.REPLAYED,
            f"sequence {update.sequence} comes after {seen.sequence}: late, or a replay",
        )
    if update.sequence == seen.sequence and seen.digests:
        story = f"it told two stories under sequence {update.sequence}"
        return Outcome.TWO_STORIES, f"{story}; neither is used {_UNTIL}"
    if seen.problem and update.session in seen.sessions:
        raise Refused(Outcome.DISPUTED, seen.problem)
    if update.session in seen.sessions[:-1]:
        # A start that another one had followed is back: both run.
        story = "two nodes speak in turn under its RRN and keys"
        return Outcome.TWO_ROBOTS, f"{story}; neither is used {_UNTIL}"
    return None
