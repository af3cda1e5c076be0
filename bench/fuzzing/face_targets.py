"""The faces of the memory: HTTP and its stream, agents, services, and the exchange of robots."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from rosidl_parser.definition import AbstractSequence, AbstractString, Array, NamespacedType

from fuzzing.agent_target import agent_target
from fuzzing.exchange_target import exchange_target
from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.http_target import http_target
from fuzzing.kept_memory import KeptMemory
from fuzzing.lived_home import NOTE, make_lived_home
from fuzzing.mutation import ODD_TEXTS
from fuzzing.prompt_target import prompt_target
from fuzzing.service_promises import check_response
from fuzzing.stream_target import stream_target
from robot_memory import RobotMemory
from robot_memory.faces.ros.operation_services import OperationServices, ReadingServices
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.faces.write_allowance import WriteAllowance


class _OfferedServices:
    """Replaces a node: keeps the calls that would come over the network."""

    def __init__(self) -> None:
        self.calls: dict[str, tuple[Any, Callable[[Any, Any], Any]]] = {}

    def create_service(
        self, kind: Any, name: str, call: Callable[[Any, Any], Any], *, qos_profile: Any
    ) -> None:
        self.calls[name] = kind, call

    def resolve_service_name(self, name: str) -> str:
        return name


@contextmanager
def _services(folder: Path) -> Iterator[FuzzTarget]:
    node = _OfferedServices()
    failed: Counter[str] = Counter()

    def report(what: str, error: Exception) -> None:
        failed[f"{what}: {error!r}"] += 1

    home = make_lived_home(folder)
    with RobotMemory.open(home) as memory:
        kept = KeptMemory(home, memory.save)
        writes = WriteAllowance("requests to write over ROS")
        server = ServiceServer(node, node, report, writes)
        ReadingServices(server, memory)
        OperationServices(server, memory)
        known = [entry.id for _, entry in memory.entries()]

        def read(data: bytes) -> str:
            name, _, number = data.decode().rpartition(" ")
            kind, call = node.calls[name]
            request = _filled(kind.Request(), Random(number), known)
            kept.begin()
            response = call(request, kind.Response())
            if failed:
                raise BrokenPromise(failed.popitem()[0])
            if not (response.success or response.message):
                raise BrokenPromise("a refusal says nothing")
            check_response(kept, name.removeprefix("~/"), request, response)
            return "answered" if response.success else "refused"

        seeds = tuple(f"{name} 0".encode() for name in node.calls)
        yield FuzzTarget("services", seeds, read, (), _other_request)
        kept.close()


def _other_request(data: bytes, random: Random) -> bytes:
    name, _, _ = data.decode().rpartition(" ")
    return f"{name} {random.getrandbits(64)}".encode()


_TEXTS = tuple(text for text in ODD_TEXTS if "\0" not in text)
_NUMBERS = {
    "float": (0.0, 0.5, -1.0, 1e30, float("inf"), float("nan")),
    "double": (0.0, 0.5, -1.0, 1e308, float("inf"), float("nan")),
    "boolean": (True, False),
    "octet": (b"\0", b"\xff"),
}

#: Valid values by field; without them nearly all requests would be refused.
_LIKELY: Mapping[str, tuple[Any, ...]] = {
    "type": ("environment_note", "hardware_observation"), "source": ("", "agent:fuzz", "person"),
    "min_confidence": (0.0, 0.5), "confidence": (0.0, 0.5), "limit": (0, 1),
    "types": ((), ("environment_note",)), "text": (NOTE, "The lift is slow in the evening"),
    "task": ("lift",), "component": ("lift",),
}  # fmt: skip


def _filled(message: Any, random: Random, known: list[str]) -> Any:
    """Fill half of a message's fields with values that their types allow."""
    names = message.get_fields_and_field_types()
    for name, kind in zip(names, message.SLOT_TYPES, strict=True):
        if name in _LIKELY and random.random() < 0.7:
            setattr(message, name, random.choice(_LIKELY[name]))
        elif random.random() < 0.5 or name == "id":
            setattr(message, name, _value(kind, random, known))
    return message


def _value(kind: Any, random: Random, known: list[str]) -> Any:
    if isinstance(kind, (Array, AbstractSequence)):
        size = kind.size if isinstance(kind, Array) else random.choice((0, 1, 3, 300))
        return [_value(kind.value_type, random, known) for _ in range(size)]
    if isinstance(kind, AbstractString):
        text = random.choice((*_TEXTS, *known, NOTE, "environment_note", "person"))
        return text.encode("utf-8", "replace").decode()
    if isinstance(kind, NamespacedType):
        message_type = getattr(importlib.import_module(".".join(kind.namespaces)), kind.name)
        return _filled(message_type(), random, known)
    if kind.typename in _NUMBERS:
        return random.choice(_NUMBERS[kind.typename])
    bits = int(kind.typename.removeprefix("u").removeprefix("int"))
    top = 2**bits if kind.typename.startswith("u") else 2 ** (bits - 1)
    return random.choice((0, 1, top - 1, 7 if kind.typename.startswith("u") else -top))


#: Faces by the name of their target.
FACES: Mapping[str, Callable[[Path], AbstractContextManager[FuzzTarget]]] = {
    "http": http_target,
    "changes": stream_target,
    "mcp": agent_target,
    "prompts": prompt_target,
    "peer-envelope": exchange_target,
    "services": _services,
}
