"""Calls that the pages of reference show; tests run them as they stand there."""

from __future__ import annotations

NOTE = "mem-72720dcf"
REMEMBERED = "mem-a4aec894"  # by the example of `remember`
NOTE_EXISTS = """\
<!-- test-setup
robot-memory remember environment_note "Kitchen doorway has a 3 cm lip" --tag kitchen
-->"""
"""What the examples expect; readers do not see it."""

SERVICES: dict[str, tuple[str, ...]] = {
    "consolidate": ("{dry_run: true}",),
    "correct": (f"{{id: {NOTE}, text: 'Kitchen doorway has a 4 cm lip'}}",),
    "forget": (f"{{id: {NOTE}, why: 'the door was removed'}}",),
    "get_context": ("{token_budget: 400}", "{since_last: true, caller: planner}"),
    "get_reliability": ("{}",),
    "known": (f"{{id: {NOTE}, reason: 'a ramp is ordered'}}",),
    "list_entries": ("{include_resolved: true, limit: 20}",),
    "list_sources": ("{}",),
    "mute": (f"{{id: {NOTE}, why: 'a ramp is ordered'}}",),
    "recall": ("{query: 'what is in the kitchen doorway?'}",),
    "remember": (
        "{type: environment_note, text: 'Kitchen doorway has a 3 cm lip', source: 'agent:planner'}",
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

VERBS: dict[str, tuple[str, ...]] = {
    "init": ("robot-memory init",),
    "status": ("robot-memory status",),
    "show": ("robot-memory show", "robot-memory show --all --tag kitchen"),
    "context": ("robot-memory context --budget 400",),
    "recall": ('robot-memory recall "what is in the kitchen doorway?" --limit 3',),
    "why": (f"robot-memory why {NOTE}",),
    "remember": ('robot-memory remember environment_note "The lift is slow at noon" --tag lift',),
    "confirm": (f"robot-memory confirm {NOTE} --keep",),
    "mute": (f'robot-memory mute {NOTE} --until 2030-01-01 --why "a ramp is ordered"',),
    "unmute": (f"robot-memory unmute {NOTE}",),
    "known": (f'robot-memory known {REMEMBERED} --until-worse --reason "a new lift is ordered"',),
    "correct": (f'robot-memory correct {NOTE} "Kitchen doorway has a 4 cm lip"',),
    "resolve": (f'robot-memory resolve {NOTE} --note "ramp built"',),
    "forget": (f'robot-memory forget {NOTE} --why "the door was removed"',),
    "undo": (f"robot-memory undo {NOTE}",),
    "repaired": (
        'robot-memory repaired "left wheel" --note "new encoder"  # exit status 1: unknown here',
    ),
    "consolidate": ("robot-memory consolidate --dry-run",),
    "chunks": (
        'robot-memory chunks add "Ramp in the yard is slippery when wet" --tag yard',
        "robot-memory chunks list --tag yard",
    ),
    "limits": ("robot-memory limits list",),
    "review": ("robot-memory review", "robot-memory review --kind recovered"),
    "reliability": ("robot-memory reliability", "robot-memory reliability --since 2026-01-01"),
    "report-outcome": (
        'robot-memory report-outcome "dock at bay 2" failed --with approach=left --note "slipped"',
        'robot-memory report-outcome "dock at bay 2" succeeded --with approach=front',
    ),
    "outcomes": ("robot-memory outcomes",),
    "facts": (
        'robot-memory facts learn dock located_in "bay 2"',
        "robot-memory facts list dock",
    ),
    "levels": ("robot-memory levels stats", "robot-memory levels proposals"),
    "assist": (
        "robot-memory assist propose",
        "robot-memory assist gate --rehearse",
        "robot-memory assist receipts --verify",
    ),
    "audit": ("robot-memory audit verify",),
    "fleet": (
        "robot-memory fleet ask fault left wheel  # exit status 2: no server keeps a fleet here",
        "robot-memory fleet ask mtbf --by site  # exit status 2: no server keeps a fleet here",
    ),
    "peers": ("robot-memory peers card", "robot-memory peers list"),
    "check": ("robot-memory check",),
    "blackbox": ("robot-memory blackbox list",),
    "replay": (),
    "report": ("robot-memory report -o report.html",),
    "web": (
        "robot-memory web issue ada --scope write",
        "robot-memory web tokens",
        "robot-memory web revoke ada",
    ),
    "mcp": (),
    "export": ("robot-memory export robot.tar.gz",),
    "import": (
        "robot-memory export moved.tar.gz && robot-memory --home ./new import moved.tar.gz",
    ),
    "watch": (),
    "timeline": ("robot-memory timeline --days 30",),
    "completion": ("robot-memory completion bash",),
    "diff": ("robot-memory diff ./new ./new/robot-memory.md",),
}
"""Lines to type, by verb."""
