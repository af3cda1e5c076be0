"""Calls that the reference pages show; tests run them unchanged."""

from __future__ import annotations

from robot_memory.entries.entry_id import agents_id

_LIP, _LIFT = "Kitchen doorway has a 3 cm lip", "Lift 2 is slow at noon"
#: The id of an agent's note depends only on its words.
NOTE, SECOND_NOTE = agents_id(_LIP), agents_id(_LIFT)

NOTE_EXISTS = """\
<!-- test-setup
robot-memory remember environment_note "Kitchen doorway has a 3 cm lip" --tag kitchen
-->"""
"""The state that the examples need; hidden from readers."""

SERVICES: dict[str, tuple[str, ...]] = {
    "consolidate": ("{dry_run: true}",),
    "correct": (f"{{id: {SECOND_NOTE}, text: 'Lift 2 is slow from 11 to 13'}}",),
    "forget": (f"{{id: {NOTE}, why: 'the door was removed'}}",),
    "get_context": ("{token_budget: 400}", "{since_last: true, caller: planner}"),
    "get_reliability": ("{}",),
    "known": (f"{{id: {NOTE}, reason: 'a ramp is ordered'}}",),
    "list_entries": ("{include_resolved: true, limit: 20}",),
    "list_sources": ("{}",),
    "mute": (f"{{id: {NOTE}, why: 'a ramp is ordered'}}",),
    "recall": ("{query: 'what is in the kitchen doorway?'}",),
    "remember": (
        f"{{type: environment_note, text: '{_LIP}', source: 'agent:planner'}}",
        f"{{type: environment_note, text: '{_LIFT}', tags: [lift], source: 'agent:planner'}}",
    ),
    "record_now": ("{why: 'the arm made a noise'}",),
    "repaired": ("{component: 'left wheel', note: 'new encoder'}",),
    "report_outcome": (
        "{task: 'dock at bay 2', succeeded: false, parameters: ['approach=left'], note: 'slipped'}",
    ),
    "resolve": (f"{{id: {NOTE}, note: 'ramp built'}}",),
    "sync_peers": ("{timeout: 2.0}",),
    "unmute": (f"{{id: {NOTE}}}",),
    "why": (f"{{id: {NOTE}}}",),
    "apply_packet": ("{packet_id: pkt-0123456789ab, dry_run: true}",),
    "replay_rollback": ("{run_id: 1b4e28ba-2fa1-4d52-883f-0016d3cca427}",),
}
"""Fields of requests, by service."""
