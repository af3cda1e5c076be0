"""The pages of services, topics and messages, from srv/ and msg/."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill

from reference.examples import NOTE_EXISTS, SERVICES
from reference.markdown import code, page, sentence, table
from robot_memory.applications.operations import OPERATIONS

ROOT = Path(__file__).resolve().parents[2]
_NEWEST = "reliable, transient local, depth 1"
TOPICS = (
    ("~/context", "std_msgs/msg/String", _NEWEST,
     "The context block: the text that an agent is told now."),
    ("~/entries", "robot_memory/msg/MemorySnapshot", _NEWEST,
     "All entries with their present confidence."),
    ("~/limits", "robot_memory/msg/LearnedLimits", _NEWEST,
     "Learned limits and limits at places as data, with who approved them."),
    ("~/markers", "visualization_msgs/msg/MarkerArray", _NEWEST,
     "Entries with a place, as markers for RViz."),
    ("~/events", "robot_memory/msg/MemoryEvent", "reliable, volatile, depth 100",
     ("One message for each change of the memory, with who caused it. A subscriber that falls more "
      "than 100 behind loses the oldest and is not told; `/api/memory/changes` and `events.jsonl` "
      "have all changes of entries.")),
    ("speed_limit", "nav2_msgs/msg/SpeedLimit", "reliable, volatile, depth 10",
     "The lowest approved speed, on `limits.speed_topic`; only if `limits.apply` is true."),
    ("~/speed_mask", "nav_msgs/msg/OccupancyGrid", _NEWEST,
     "The highest speeds at places, for a speed filter of Nav2; only if `limits.apply` is true."),
    ("~/speed_mask_info", "nav2_msgs/msg/CostmapFilterInfo", _NEWEST,
     "How to read that mask."),
    ("~/keepout_mask", "nav_msgs/msg/OccupancyGrid", _NEWEST,
     "The places to keep out of, for a keepout filter; only if `limits.apply` is true."),
    ("~/keepout_mask_info", "nav2_msgs/msg/CostmapFilterInfo", _NEWEST,
     "How to read that mask."),
    ("/robot_memory/peers", "robot_memory/msg/PeerUpdate", _NEWEST,
     "The updates of all peers; only if `federation.enabled` is true."),
    ("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", "reliable, volatile, depth 10",
     "The health of the node, once a second: see [the node](node.md#health)."),
)  # fmt: skip
"""What the node publishes: name, type, QoS and meaning."""

WRITING_SERVICES = (
    *(one.service() for one in OPERATIONS if one.IS_SERVICE),
    "record_now", "apply_packet", "replay_rollback",
)  # fmt: skip
"""The services that exist only while the parameter `accept_writes` is true."""

_LINE = re.compile(
    r"(?P<type>[\w/]+(?:\[\])?)\s+(?P<name>\w+)(?P<value>\s*=\s*\S+)?"
    r"\s*(?:#\s*(?P<comment>.*))?"
)
_SERVICES = """\
`~` is the node's name: `/robot_memory` without a namespace.
`ros2 interface show robot_memory/srv/GetContext` prints the same comments.

Every answer has `success` and `message`. Where `success` is false, `message` says why, and what to
do."""
_WRITING = """\
Services that write exist only while the parameter `accept_writes` is true: {} and {}. The last two
also need `assist.enabled`. All callers together may send these 500 requests, and one more a second,
dry runs too, which leave receipts; others are refused. Of each service 100 requests may wait; older
ones are lost."""
_TOPICS = """\
What the node subscribes to is set by [rules](rules.md). A topic that is transient local is latched:
a late subscriber that asks for it, too, gets the newest message.

`~` is the node's name: `/robot_memory` without a namespace. A name without a slash is relative: in
the namespace `robot1`, `speed_limit` is `/robot1/speed_limit`, as Nav2 has it."""


@dataclass
class Part:
    """A message, or one half of a service: its fields and constants, each with its comment."""

    fields: list[tuple[str, str, str]] = field(default_factory=list)
    constants: list[tuple[str, str]] = field(default_factory=list)
    about_constants: str = ""


@dataclass
class Interface:
    """The content of a .srv or .msg file."""

    name: str
    comment: str
    parts: list[Part]


def interfaces(kind: str) -> list[Interface]:
    """Return all interfaces of a kind, ``srv`` or ``msg``, sorted by name."""
    return [read_interface(path) for path in sorted((ROOT / kind).glob(f"*.{kind}"))]


def read_interface(path: Path) -> Interface:
    """Read a .srv or .msg file."""
    halves = re.split(r"^---$", path.read_text(encoding="utf-8"), flags=re.M)
    head, _, rest = halves[0].partition("\n\n")
    if not all(line.startswith("#") for line in head.splitlines()):
        head, rest = "", halves[0]
    comment = " ".join(line.lstrip("# ") for line in head.splitlines())
    return Interface(path.stem, comment, [_part(text) for text in (rest, *halves[1:])])


def _part(text: str) -> Part:
    part, above = Part(), ""
    for line in text.splitlines():
        if line.startswith("#"):
            above += f" {line.lstrip('# ')}"
            continue
        found = _LINE.fullmatch(line.strip())
        if found:
            comment = f"{above} {found['comment'] or ''}".strip()
            if found["value"]:
                part.about_constants = part.about_constants or above.strip()
                part.constants.append((found["value"].strip(' ="'), found["comment"] or ""))
            else:
                part.fields.append((found["name"], found["type"], comment))
        above = ""
    return part


def service_name(interface: str) -> str:
    """Return the service name for a type: ``get_context`` for ``GetContext``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", interface).lower()


def services_page() -> str:
    """Return the page of services."""
    found = interfaces("srv")
    rows = [
        (f"[`~/{service_name(one.name)}`](#{service_name(one.name)})", _first(one.comment))
        for one in found
    ]
    heads = table(("service", "purpose"), rows)
    sections = "\n\n".join(part for one in found for part in _service(one))
    names = [code(f"~/{name}") for name in WRITING_SERVICES]
    writing = fill(_WRITING.format(", ".join(names[:-1]), names[-1]), 100)
    return page("Services", NOTE_EXISTS, _SERVICES, writing, heads, sections)


def _service(one: Interface) -> Iterator[str]:
    name = service_name(one.name)
    yield f"## {name}"
    yield f"`~/{name}`, type `robot_memory/srv/{one.name}`. {sentence(one.comment)}"
    for title, part in zip(("request", "answer"), one.parts, strict=True):
        yield from _fields(title, part)
    for fields in SERVICES.get(name, ()):
        call = f'ros2 service call /robot_memory/{name} robot_memory/srv/{one.name} "{fields}"'
        yield f"```sh\n{call}\n```"


def topics_page() -> str:
    """Return the page of topics and messages."""
    heads = ("topic", "type", "QoS", "content")
    rows = [(code(name), code(kind), qos, text) for name, kind, qos, text in TOPICS]
    sections = "\n\n".join(part for one in interfaces("msg") for part in _message(one))
    return page("Topics and messages", _TOPICS, table(heads, rows), sections)


def _message(one: Interface) -> Iterator[str]:
    yield f"## {one.name}"
    yield f"`robot_memory/msg/{one.name}`. {sentence(one.comment)}"
    for part in one.parts:
        if part.constants:
            rows = [(code(value), comment) for value, comment in part.constants]
            yield part.about_constants
            yield table(("value", "meaning"), rows)
        yield from _fields("field", part)


def _fields(title: str, part: Part) -> Sequence[str]:
    if not part.fields:
        return [] if part.constants else [f"The {title} has no fields."]
    rows = [(code(name), code(kind), comment) for name, kind, comment in part.fields]
    return [table((title, "type", "meaning"), rows)]


def _first(text: str) -> str:
    return sentence(re.split(r"(?<=[.]) ", text)[0])
