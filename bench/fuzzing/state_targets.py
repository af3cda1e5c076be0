"""Readers of foreign descriptions, a model's answers, and small state files of our own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.mutation import mutated_json_or_bytes
from robot_memory.faces.web.webhooks.delivery import DeliveryState
from robot_memory.long_term.graph.activation import ActivationFile
from robot_memory.long_term.night_shift.digest_files import read_record
from robot_memory.perception.message_definition import MessageDefinition

_DEFINITION = b"""# State of a gripper
uint8 OPEN=0
uint8 CLOSED=1  # it holds something
uint8 state  # one of OPEN, CLOSED
float32[3] force  # newtons
Finger[] fingers
================================================================================
MSG: my_msgs/Finger
int32 id
string<=9 name
"""


def _definition(folder: Path) -> FuzzTarget:
    def read(data: bytes) -> str:
        text = data.decode("utf-8", "replace")
        found = MessageDefinition.parse("my_msgs/msg/Gripper", text)
        return "no field" if found is None else "read"

    return FuzzTarget("definition", (_DEFINITION,), read, ())


def _activations(folder: Path) -> FuzzTarget:
    path = folder / "activation-metadata.json"
    seed = {"fact-1": {"activation": 0.5, "last_accessed": "2026-12-01T12:00:00Z"}, "x-tool": 1}

    def read(data: bytes) -> str:
        path.write_bytes(data)
        file = ActivationFile(path)
        file.poll()
        return "damaged" if file.defects else "read"

    data = json.dumps(seed).encode()
    return FuzzTarget("activations", (data,), read, (), mutated_json_or_bytes)


def _digest_record(folder: Path) -> FuzzTarget:
    source = {
        "sha256": "a" * 64, "from": "2026-12-01T12:00:00Z",
        "lines": [["Facts Learned", "the lift is slow"]],
    }  # fmt: skip
    seed = {"sources": {"sessions/1.json": source}, "page_sha256": "b" * 64}

    def read(data: bytes) -> str:
        return f"{len(read_record(json.loads(data)).sources)} sources"

    return FuzzTarget(
        "digest-record", (json.dumps(seed).encode(),), read, (ValueError, RecursionError),
        mutated_json_or_bytes,
    )  # fmt: skip


def _delivery_state(folder: Path) -> FuzzTarget:
    path = folder / "webhooks.state.json"
    seed = {"delivered": {"desk": 7}, "high": {"desk": ["mem-1"]}}

    def read(data: bytes) -> str:
        path.write_bytes(data)
        state = DeliveryState.read(path)
        copies = list(folder.glob("*.damaged-*"))
        if data not in [one.read_bytes() for one in (path, *copies) if one.exists()]:
            raise BrokenPromise("a damaged file is gone")
        for copy in copies:
            copy.unlink()
        return "damaged" if copies else f"{len(state.delivered)} webhooks"

    return FuzzTarget(
        "delivery-state", (json.dumps(seed).encode(),), read, (), mutated_json_or_bytes
    )


#: Readers by the name of their target.
STATES: Mapping[str, Callable[[Path], FuzzTarget]] = {
    "definition": _definition,
    "activations": _activations,
    "digest-record": _digest_record,
    "delivery-state": _delivery_state,
}
