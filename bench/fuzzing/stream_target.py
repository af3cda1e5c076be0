"""The event stream: scripted readers that connect, leave and return while the record grows.

Each input is a script. The stream must give the recorded events in order, none twice, and none may
be lost for a reader that returns with its last id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from fuzzing.fuzz_target import FuzzTarget
from fuzzing.http_target import HEADERS, METHODS
from fuzzing.idle_clock import IdleClockLoop
from fuzzing.kept_memory import KeptMemory, source_of
from fuzzing.lived_home import make_lived_home
from fuzzing.mutation import ODD_TEXTS, mutated_bytes, mutated_given
from fuzzing.stream_script import MOST_CLIENTS, StreamScript
from fuzzing.watched_record import WatchedRecord
from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore

_EVENT = {"type": "entry_created", "id": "mem-1", "text": "The lift is slow\nat noon \u2028"}
_FOREIGN = '{"type": "note", "chain": {"seq": 2}}'
_SCRIPTS: tuple[list[Mapping[str, Any]], ...] = (
    [{"open": "a"}, {"append": [_EVENT]}, {"wait": 1}],
    [{"append": [_EVENT] * 3}, {"open": "a", "headers": {"last-event-id": "1"}}, {"wait": 1}],
    [{"open": "a"}, {"append": [_EVENT] * 2}, {"wait": 1}, {"close": "a"}, {"append": [_EVENT]},
     {"again": "a"}, {"wait": 1}, {"append": [_EVENT]}],
    [{"open": "a"}, {"open": "b"}, {"append": [_EVENT]}, {"close": "a"}, {"append": [_EVENT]}],
    [{"append": [_EVENT]}, {"open": "a"}, {"rotate": 1}, {"append": [_EVENT] * 2}, {"rotate": 1},
     {"append": [_EVENT]}, {"wait": 1}, {"again": "a"}, {"append": [_EVENT]}],
    [{"append": [_EVENT] * 4}, {"rotate": 1}, {"open": "a", "headers": {"last-event-id": "0"}}],
    [{"open": "a"}, {"foreign": _FOREIGN}, {"append": [_EVENT]}, {"foreign": "rest"},
     {"append": [_EVENT]}, {"wait": 1}, {"append": [_EVENT]}],
    [{"open": "a"}, {"append": [_EVENT]}, {"wait": 1}, {"torn": '{"type": "ent'}, {"wait": 1},
     {"append": [_EVENT]}],
    [{"open": "a"}, {"append": [_EVENT]}, {"stall": "a"}, {"append": [_EVENT] * 2}, {"wait": 1},
     {"again": "a"}],
    [{"append": [_EVENT] * 3}, {"open": "a", "headers": {"last-event-id": "9"}},
     {"append": [_EVENT]}],
    [{"open": "a"}, {"wait": 40}, {"append": [_EVENT]}],
    [{"open": "a", "query": {"after": 1}}, {"open": "b"}, {"append": [_EVENT]}],
    [{"open": "a", "method": "HEAD"}, {"open": "b", "headers": {"accept-encoding": "gzip"}},
     {"append": [_EVENT]}],
    [{"open": "a"}, {"crowd": MOST_CLIENTS + 8}, {"append": [_EVENT]}, {"crowd": 2}],
    [{"append": [_EVENT], "times": 1100}, {"open": "a", "headers": {"last-event-id": "7"}}],
    [{"open": "a"}, {"remember": "The lift is slow in the evening"}, {"wait": 1}],
)  # fmt: skip
_SEEDS = tuple(json.dumps({"given": script}).encode() for script in _SCRIPTS)
_DEAR = _SEEDS[-2:]  # they take long, so they are rarely spoiled


@contextmanager
def stream_target(folder: Path) -> Iterator[FuzzTarget]:
    """Run the application on a loop that does not wait, with its clients in the same process."""
    home = make_lived_home(folder)
    tokens = TokenStore(home / "keys" / "web-tokens.json")
    token = tokens.issue("fuzz", list(TokenScope), CallerKind.PERSON)
    loop = IdleClockLoop()
    with source_of(home) as source:
        access = AccessRules(tokens, is_local=True)
        app = WebApplication(source, access, RateLimit(burst=1e9)).asgi()
        record = WatchedRecord(source.reader().long_term.levels.tree)
        kept = KeptMemory(home)

        def remember(text: str) -> None:
            with source.writer() as memory:
                memory.remember("environment_note", text)
            kept.begin()

        def read(data: bytes) -> str:
            steps = json.loads(data)["given"]
            record.begin()
            kept.begin()
            script = StreamScript(app, token, record, remember)
            outcome = loop.run_until_complete(script.run(steps if isinstance(steps, list) else []))
            kept.check_unchanged()
            return outcome

        yield FuzzTarget("changes", _SEEDS, read, (), _mutated_script)
        kept.close()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


def _mutated_script(data: bytes, random: Random) -> bytes:
    """Spoil a request, the order of the steps, foreign lines, or any value."""
    if data in _DEAR and random.random() < 0.97:
        data = random.choice(_SEEDS[:-2])
    steps = json.loads(data)["given"]
    match random.randrange(6):
        case 0 | 1:
            _spoil_request(random.choice([one for one in steps if "open" in one]), random)
        case 2 | 3:
            for _ in range(random.randint(1, 4)):
                other = random.choice(random.choice(_SCRIPTS[:-2]))
                steps.insert(random.randrange(len(steps) + 1), other)
            if random.random() < 0.3:
                random.shuffle(steps)
        case 4:
            spoiled = mutated_bytes(b'{"chain": 1}', random).decode("latin-1")
            text = random.choice((*ODD_TEXTS, _FOREIGN, spoiled))
            step = {random.choice(("foreign", "torn")): text}
            steps.insert(random.randrange(len(steps) + 1), step)
        case 5:
            return mutated_given(data, random)
    return json.dumps({"given": steps}).encode()


def _spoil_request(step: dict[str, Any], random: Random) -> None:
    match random.randrange(6):
        case 0:
            step["method"] = random.choice(METHODS)
        case 1:
            step["query"] = {random.choice(("after", "since", "", "x")): random.choice(ODD_TEXTS)}
        case 2 | 3:
            number = random.choice(
                ("0", "1", "2", "007", "9" * 18, "9" * 19, "-1", "1.0", " 1", "")
            )
            step["headers"] = {"last-event-id": number}
        case _:
            name = random.choice((*HEADERS, "last-event-id", "accept"))
            text = mutated_bytes(HEADERS.get(name, "12").encode(), random).decode("latin-1")
            odd = random.choice(ODD_TEXTS).encode("utf-8", "replace").decode("latin-1")
            step["headers"] = {name: random.choice((text, odd))}
