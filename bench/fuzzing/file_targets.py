"""Readers of files that people, other tools and other robots may have written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.import_target import import_target
from fuzzing.independent_reading import (
    check_conversation,
    check_document,
    check_fact,
    check_tokens,
    items_of,
    same,
)
from fuzzing.mutation import mutated_bytes, mutated_json_or_bytes
from robot_memory import RobotMemory
from robot_memory.applications.transfer.exported_files import Manifest, read_manifest
from robot_memory.entries import archive_text
from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.faces.web.webhooks.webhook import TOPICS, read_webhooks
from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.errors import (
    InvalidCard,
    InvalidConversation,
    InvalidFact,
    InvalidInput,
    InvalidPacket,
    InvalidRules,
)
from robot_memory.foundation.identity.card import (
    ED25519_SIZE,
    ML_DSA_SIZE,
    Card,
    read_card,
    write_card,
)
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import read_settings, tunables
from robot_memory.foundation.text import yaml_reading
from robot_memory.governance.packet import PacketCandidate, make_packet, read_packet
from robot_memory.long_term.chunks.conversation_import import read_conversation
from robot_memory.long_term.graph.canary import read_canaries
from robot_memory.long_term.graph.fact import Fact, read_fact, write_fact
from robot_memory.long_term.levels.episode_store import (
    metadata_path,
    read_metadata,
    read_steps,
    steps_path,
)
from robot_memory.long_term.levels.session_store import read_session_state
from robot_memory.perception.rules_file import load_rules

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
CARD = Card("RRN-000000000001", bytes(range(ED25519_SIZE)), bytes(ML_DSA_SIZE))
CONVERSATION = {
    "session_id": "s1", "start_time": "2026-12-01T12:00:00Z", "end_time": "2026-12-01T12:09:00Z",
    "turns": [
        {"timestamp": "2026-12-01T12:00:01Z", "role": "user", "content": "Is the lift free?"},
        {"timestamp": "2026-12-01T12:00:02Z", "role": "assistant", "content": "It is."},
    ],
    "behaviors_taught": ["wait"], "sandbox_denials": 1, "success": True,
}  # fmt: skip


def _written(home: Path) -> bytes:
    """Return the file of a memory with two entries."""
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The lift is slow at noon", tags=["lift"])
        memory.remember("hardware_observation", "Left wheel slips")
    return (home / "robot-memory.md").read_bytes()


def _memory_file(folder: Path) -> FuzzTarget:
    text = _written(folder / "home")

    def read(data: bytes) -> str:
        document = MemoryDocument(data.decode("utf-8", "surrogateescape"))
        told = document.entries
        again = MemoryDocument(document.render())
        if again.entries.keys() != told.keys() or again.render() != document.render():
            raise BrokenPromise("what is written is not what was read")
        if not document.is_free_text:
            check_document(document, data.decode("utf-8", "surrogateescape"))
        return "as free text" if document.is_free_text else f"with {min(len(told), 3)} entries"

    return FuzzTarget("memory-file", (text,), read, (FrontMatterDamaged,))


def _archive(folder: Path) -> FuzzTarget:
    text = _written(folder / "home")

    def read(data: bytes) -> str:
        listing = archive_text.scan(data)
        if listing is None:
            return "no list"
        document = _sound_document(data)
        if document is not None:
            same("entries", set(listing.items) >= document.entries.keys(), True)
        blocks = (data[place.start : place.end] for place in listing.items.values())
        return f"{sum(1 for block in blocks if archive_text.read_block(block) is not None)} items"

    return FuzzTarget("archive", (text,), read, ())


def _sound_document(data: bytes) -> MemoryDocument | None:
    """Read an archive like the memory file, which finds its items with YAML.

    Returns:
        None if a part of it is damaged or had to be completed.
    """
    try:
        document = MemoryDocument(data.decode("utf-8", "surrogateescape"))
    except FrontMatterDamaged:
        return None
    is_sound = not (document.is_free_text or document.touched or document.defects)
    return document if is_sound else None


def _rules(folder: Path) -> FuzzTarget:
    shipped = config_file("rules.yaml").read_bytes().splitlines(keepends=True)
    start = next(number for number, line in enumerate(shipped) if line.startswith(b"rules:"))
    path = folder / "rules.yaml"
    episodes = (
        b"episodes:\n  - name: pick\n    begins: {action: /pick}\n"
        b"    observation: {force: {topic: /force, field: data}}\n"
        b"    action: {grip: {topic: /grip, field: data}}\n"
    )

    def read(data: bytes) -> str:
        path.write_bytes(data)
        rules = load_rules(path)
        items = items_of(data.decode("utf-8", "replace"), "rules")
        same("how many rules", len(rules), len(rules if items is None else items))
        return "rules" if rules else "no rule"

    part = b"".join(shipped[start : start + 40])
    beginning = b"".join(shipped[: start + 8])
    return FuzzTarget("rules", (part, part + episodes, beginning), read, (InvalidRules,))


def _settings(folder: Path) -> FuzzTarget:
    defaults = "".join(f"    {one.name}: {json.dumps(one.default)}\n" for one in tunables())
    shipped = f"n:\n  ros__parameters:\n{defaults}".encode()[:2000].rpartition(b"\n")[0]

    def read(data: bytes) -> str:
        found = yaml_reading.load(data.decode("utf-8", "replace"))
        values = found if isinstance(found, dict) else {"value": found}
        for _ in range(3):  # node, ros__parameters
            values = next((v for v in values.values() if isinstance(v, dict)), values)
        read_settings(values)
        return "settings"

    seeds = (shipped, b"n:\n  ros__parameters:\n    rrn: RRN-000000000001\n    prune_min: 0.2\n")
    return FuzzTarget("settings", seeds, read, (yaml_reading.yaml.YAMLError, InvalidInput))


def _json(
    name: str, seed: Any, read: Callable[[bytes], Any], *refusals: type[Exception]
) -> FuzzTarget:
    data = seed if isinstance(seed, bytes) else json.dumps(seed).encode()

    def read_it(given: bytes) -> str:
        return "read" if read(given) else "empty"

    return FuzzTarget(name, (data,), read_it, refusals, mutated_json_or_bytes)


def _card(folder: Path) -> FuzzTarget:
    def read(data: bytes) -> Card:
        card = read_card(data.decode("utf-8", "replace"), "a card")
        expected, written = json.loads(data), json.loads(write_card(card))
        same("a card", written, {name: expected.get(name) for name in written})
        return card

    return _json("card", write_card(CARD).encode(), read, InvalidCard)


def _trusted(folder: Path) -> FuzzTarget:
    store = TrustStore(folder / "trusted")
    store.trust(CARD, NOON, name="ada")
    (path,) = store.folder.glob("*.json")

    def read(data: bytes) -> Any:
        path.write_bytes(data)
        found = store.read()
        if not (found.by_rrn or found.problems):
            raise BrokenPromise("a card is passed over in silence")
        return found.by_rrn

    return _json("trusted-card", path.read_bytes(), read)


def _conversation(folder: Path) -> FuzzTarget:
    def read(data: bytes) -> Any:
        found = read_conversation(data, "it")
        check_conversation(data, found)
        return found.turns

    return _json("conversation", CONVERSATION, read, InvalidConversation)


def _packet(folder: Path) -> FuzzTarget:
    changes = {"/label": "slip", "/review/verdict": "confirmed"}
    candidate = PacketCandidate(7, "a" * 64, changes, ("observation:7",))
    try:
        record = make_packet("a" * 32, NOON, "ada", [candidate], "a note").as_record()
    except InvalidPacket as error:
        raise SystemExit(f"the seed of packets is none: {error}") from None

    def read(data: bytes) -> Any:
        found = read_packet(data, "it")
        same("a packet", found.as_record(), json.loads(data))
        return found

    return _json("packet", record, read, InvalidPacket)


def _fact(folder: Path) -> FuzzTarget:
    fact = Fact("fact-1", "lift", "is", "slow", "a person", NOON, 0.5, {"confidence": 0.3})

    def read(data: bytes) -> Fact | None:
        found = read_fact(data)
        check_fact(data, found)
        try:
            write_fact(found)
        except UnicodeEncodeError:  # FactsFile keeps such a line, and reports it
            return None
        if read_fact(write_fact(found)) != found:
            raise BrokenPromise("a fact is written as another one")
        return found

    return _json("fact", write_fact(fact), read, InvalidFact)


def _canaries(folder: Path) -> FuzzTarget:
    path = folder / "canaries.json"

    def read(data: bytes) -> Any:
        path.write_bytes(data)
        found = read_canaries(path)
        expected = [(one["query"], one["expected_contains"]) for one in json.loads(data)]
        same("canaries", [(one.query, one.expected_contains) for one in found], expected)
        return found

    seed = [{"query": "Which lift?", "expected_contains": "north"}]
    return _json("canaries", seed, read, InvalidFact)


def _manifest(folder: Path) -> FuzzTarget:
    seed = Manifest(CARD.rrn, "2026-12-01T12:00:00Z", "1.0", {"robot-memory.md": "a" * 64})

    def read(data: bytes) -> Any:
        found = read_manifest(data, "it")
        files = json.loads(data)["files"]
        same("files", found.files, {path: str(digest) for path, digest in files.items()})
        return found

    return _json("manifest", seed.to_json(), read, InvalidInput)


def _tokens(folder: Path) -> FuzzTarget:
    path = folder / "web-tokens.json"
    TokenStore(path).issue("ada", list(TokenScope), CallerKind.PERSON)

    def read(data: bytes) -> Any:
        path.write_bytes(data)
        store = TokenStore(path)  # new: the size and time of the file may not have changed
        store.find("no such token")
        check_tokens(data, store.callers())
        return store.callers()

    return _json("tokens", path.read_bytes(), read, InvalidInput)


def _webhooks(folder: Path) -> FuzzTarget:
    path = folder / "webhooks.yaml"
    seed = (
        b"webhooks:\n  - name: desk\n    url: https://desk.example/hook\n"
        b"    events: [created, worsened]\n    secret: whsec_" + b"QUJD" * 8 + b"\n"
    )

    def read(data: bytes) -> str:
        path.write_bytes(data)
        hooks, defects = read_webhooks(path)
        if defects:
            return "defects"
        items = items_of(data.decode(), "webhooks")
        same("how many webhooks", len(hooks), len(hooks if items is None else items))
        for hook, item in zip(hooks, items or (), strict=items is not None):
            events = item.get("events", list(TOPICS))
            same("events", hook.events, {*events} if isinstance(events, list) else {events})
        return "webhooks" if hooks else "none"

    return FuzzTarget("webhooks", (seed,), read, (InvalidInput,), mutated_bytes)


def _session_state(folder: Path) -> FuzzTarget:
    path = folder / "session-state.json"
    seed = {
        "session_id": "s1", "status": "open", "start_time": "2026-12-01T12:00:00Z",
        "last_updated": "2026-12-01T12:01:00Z", "log": "a.md", "state": {"battery": 0.5},
    }  # fmt: skip

    def read(data: bytes) -> Any:
        path.write_bytes(data)
        found = read_session_state(path)
        kept = [path, *folder.glob("*.damaged-*")]
        if data not in [one.read_bytes() for one in kept if one.exists()]:
            raise BrokenPromise("a damaged file is gone")
        for copy in kept[1:]:
            copy.unlink()
        return found

    return _json("session-state", seed, read)


def _episode(folder: Path) -> FuzzTarget:
    metadata = {
        "episode_id": "e1", "robot_id": CARD.rrn, "status": "ended", "steps": 1, "success": True,
        "start_time": "2026-12-01T12:00:00Z", "end_time": "2026-12-01T12:00:09Z",
    }  # fmt: skip
    step = {
        "observation": {"force": [0.5, 1]}, "action": {"grip": 1}, "reward": 0.0, "discount": 1.0,
        "is_first": True, "is_last": True, "is_terminal": True, "timestamp": "2026-12-01T12:00:00Z",
    }  # fmt: skip

    def read(data: bytes) -> Any:
        first, _, rest = data.partition(b"\n")
        metadata_path(folder).write_bytes(first)
        steps_path(folder).write_bytes(rest)
        read_metadata(folder)
        for copy in folder.glob("*.damaged-*"):
            copy.unlink()
        return list(read_steps(folder))

    seed = json.dumps(metadata).encode() + b"\n" + json.dumps(step).encode() + b"\n"
    return FuzzTarget(
        "episode", (seed,), lambda data: "steps" if read(data) else "none", (InvalidInput,)
    )


#: Readers of files by the name of their target.
FILES: Mapping[str, Callable[[Path], FuzzTarget]] = {
    "memory-file": _memory_file,
    "archive": _archive,
    "rules": _rules,
    "settings": _settings,
    "card": _card,
    "trusted-card": _trusted,
    "conversation": _conversation,
    "packet": _packet,
    "fact": _fact,
    "canaries": _canaries,
    "manifest": _manifest,
    "import": import_target,
    "tokens": _tokens,
    "webhooks": _webhooks,
    "session-state": _session_state,
    "episode": _episode,
}
