"""Every tunable of robot_memory in one typed place, with its default, unit, range and source.

The ROS node declares these as parameters of the same names, the command line reads them from
``settings.yaml`` in the memory home. `make docs` writes docs/reference/parameters.md and
params.yaml from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from robot_memory.black_box_settings import BlackBoxSettings
from robot_memory.config_files import config_file
from robot_memory.errors import Defect, InvalidSettings
from robot_memory.limits_settings import LimitsSettings
from robot_memory.memory_oracle_settings import MemoryOracleSettings
from robot_memory.outcome_settings import OutcomeSettings
from robot_memory.tunable import Tunable, setting

#: Parameters that share the first part of their name.
_GROUPS = (
    "federation", "memory_oracle", "schedule", "model", "assist", "episodes", "black_box", "limits",
    "actions", "graph", "outcomes",
)  # fmt: skip


@dataclass(frozen=True)
class Settings(MemoryOracleSettings, BlackBoxSettings, LimitsSettings, OutcomeSettings):
    """All settings. Build one from a mapping with :func:`read_settings`, which checks ranges."""

    rrn: str = setting(
        "",
        "Robot Resource Name; empty: that of the memory file, or a local one that is made",
        "000 §3.3",
        fixed=True,
    )
    home: str = setting(
        "", "memory home; empty: $ROBOT_MEMORY_HOME, or ~/.opencastor", "contract", fixed=True
    )
    memory_file: str = setting(
        "",
        "path of the memory file; empty: $CASTOR_ROBOT_MEMORY_FILE, or robot-memory.md in the home",
        "000 §3.1",
        fixed=True,
    )
    rules_file: str = setting(
        "",
        "file of rules that bind topics to detectors; empty: the rules that ship",
        "contract",
        fixed=True,
    )
    decay_per_day: float = setting(
        0.05,
        "confidence that an entry loses without new evidence",
        "000 §4.3",
        unit="1/day",
        low=0.0,
        high=1.0,
    )
    reinforce_step: float = setting(
        0.10, "confidence that new evidence adds", "000 §4.2", low=0.0, high=1.0
    )
    reinforce_interval: float = setting(
        600.0,
        "evidence sooner than this after the last is counted, but adds no confidence",
        "rules §2.3",
        unit="s",
        low=0.0,
        high=86400.0,
    )
    recurrence: bool = setting(
        True,
        "whether a fault that returns on a third distinct day keeps a minimum confidence",
        "rules §2.4",
    )
    inject_min: float = setting(
        0.30, "minimum confidence of an entry that an agent is told", "000 §4.4", low=0.0, high=1.0
    )
    prune_min: float = setting(
        0.10,
        "entries with less confidence move from the file to the archive",
        "000 §4.5",
        low=0.0,
        high=1.0,
    )
    log_entries_per_day: int = setting(
        100,
        "new entries that log messages may make in a day; more are counted in one entry per "
        "node, except errors that come again",
        "memory-file",
        low=4,
        high=100_000,
        fixed=True,
    )
    log_entries_max: int = setting(
        500,
        "entries from log messages that the file keeps; the weakest move to the archive",
        "memory-file",
        low=10,
        high=1_000_000,
    )
    entries_max: int = setting(
        5000,
        "entries that the file keeps besides resolved ones; the weakest move to the archive",
        "memory-file",
        low=100,
        high=1_000_000,
    )
    archive_entries_max: int = setting(
        10_000,
        "entries that the archive keeps; the night shift moves older ones to its .gz file",
        "memory-file",
        low=100,
        high=1_000_000,
    )
    token_budget: int = setting(
        800, "maximum size of the context block", "000 §4.4", unit="tokens", low=1, high=100_000
    )
    confidence_error: float = setting(
        0.60,
        "first confidence of a fault that a driver reports as ERROR or FATAL",
        "rules §2.2",
        low=0.1,
        high=1.0,
        fixed=True,
    )
    confidence_warn: float = setting(
        0.45,
        "first confidence of a fault that a driver reports as WARN",
        "rules §2.2",
        low=0.1,
        high=1.0,
        fixed=True,
    )
    confidence_statistical: float = setting(
        0.35,
        "first confidence of a statistical finding, before its score is added",
        "rules §2.2",
        low=0.1,
        high=1.0,
        fixed=True,
    )
    confidence_score_gain: float = setting(
        0.20,
        "what a score of 1 adds to the first confidence of a statistical finding",
        "rules §2.2",
        low=0.0,
        high=1.0,
        fixed=True,
    )
    false_alarms_per_day: float = setting(
        0.1,
        "entries that a healthy robot may get in a day by chance, from all checks of all its "
        "signals together; the more signals, the surer each must be",
        "contract",
        unit="1/day",
        low=1e-6,
        high=1000.0,
        fixed=True,
    )
    confidence_person: float = setting(
        0.80, "first confidence of a person's note", "rules §2.2", low=0.1, high=1.0
    )
    confidence_agent: float = setting(
        0.40, "first confidence of an agent's note", "rules §2.2", low=0.1, high=1.0
    )
    confidence_agent_limit: float = setting(
        0.59,
        "maximum confidence of an agent's note that nobody else has confirmed",
        "rules §2.7",
        low=0.1,
        high=0.59,
    )
    still_present: float = setting(
        86400.0,
        "a fault that lasts counts as new evidence once in this time; a resolved entry whose "
        "fault lasts as long is reopened",
        "rules §1.5, §2.3",
        unit="s",
        low=60.0,
        high=2_592_000.0,
    )
    save_interval: float = setting(
        60.0,
        "maximum time that evidence waits in the database before the file is saved",
        "rules §3.2",
        unit="s",
        low=1.0,
        high=3600.0,
    )
    urgent_save_interval: float = setting(
        2.0,
        "maximum time before the file is saved after a new entry, a note or a resolve",
        "rules §3.2",
        unit="s",
        low=0.1,
        high=60.0,
    )
    accept_writes: bool = setting(
        True,
        "whether the services that write are offered",
        "rules §5.6",
        fixed=True,
    )
    publish_context: bool = setting(
        True, "whether ~/context is published", "rules §5.6", fixed=True
    )
    publish_entries: bool = setting(
        True, "whether ~/entries is published", "rules §5.6", fixed=True
    )
    hardware_ids: str = setting(
        "",
        "hardware ids of this robot on /diagnostics, separated by commas, where several "
        "robots share that topic; empty: any",
        "rules §5.1",
        fixed=True,
    )

    federation_enabled: bool = setting(
        False,
        "whether this robot exchanges updates with peers",
        "contract",
        fixed=True,
    )
    federation_trust: str = setting(
        "listed",
        "which peers to trust: listed (those that an operator trusts with `robot-memory peers "
        "trust`), or open (any robot, for tests only)",
        "000 §6",
        fixed=True,
        choices=("listed", "open"),
    )
    federation_share_types: tuple[str, ...] = setting(
        ("environment_note",),
        "types of entries that are shared",
        "contract",
        choices=("environment_note", "hardware_observation", "behavior_pattern"),
    )
    federation_share_tags: str = setting(
        "",
        "tags, separated by commas; if given, only entries with one of them are shared",
        "contract",
    )
    federation_share_min: float = setting(
        0.30, "minimum confidence of an entry that is shared", "contract", low=0.0, high=1.0
    )
    federation_domain_id: int = setting(
        -1,
        "DDS domain of the peers; -1: the node's own",
        "rules §6.6",
        low=-1,
        high=232,
        fixed=True,
    )

    federation_carrier: str = setting(
        "dds",
        "what carries updates: dds (inside a site), zenoh (between sites, over routers), or both, "
        "which also passes updates on from one to the other",
        "rules §6.13",
        fixed=True,
        choices=("dds", "zenoh", "both"),
    )
    federation_zenoh_config: str = setting(
        "",
        "Zenoh configuration file (JSON5): routers, certificates; needed for zenoh and both",
        "rules §6.13",
        fixed=True,
    )

    assist_enabled: bool = setting(
        False,
        "whether approved packets may change stored evidence, once every gate is passed; "
        "false: they are only tried",
        "004",
        fixed=True,
    )
    episodes_megabytes: float = setting(
        200.0, "disk space for recorded episodes, including their archive", "rules §7", unit="MB",
        low=1.0, high=1_000_000.0, fixed=True,
    )  # fmt: skip
    episodes_hours_a_day: float = setting(
        2.0, "maximum time that is recorded in a day; 0: nothing", "rules §7", unit="h",
        low=0.0, high=24.0, fixed=True,
    )  # fmt: skip
    schedule_enabled: bool = setting(
        True, "whether the node runs the night shift by itself", "003 §Cron", fixed=True
    )
    model_url: str = setting(
        "",
        "base address of an OpenAI-compatible endpoint that words the digests; empty: none",
        "night-shift",
        fixed=True,
    )
    model_name: str = setting("", "model that is asked there", "night-shift", fixed=True)
    model_key_variable: str = setting(
        "", "environment variable with the key of that endpoint; empty: no key", "night-shift",
        fixed=True,
    )  # fmt: skip

    def first_confidence(self, *, score: float) -> float:
        """Return the first confidence of a statistical finding with ``score`` in [0, 1]."""
        return round(self.confidence_statistical + self.confidence_score_gain * score, 9)


def tunables() -> tuple[Tunable, ...]:
    """Return what is known about each setting, in the order of :class:`Settings`."""
    defaults: Any = Settings()
    own = Settings.__annotations__
    return tuple(
        Tunable(
            name=_name(item.name), field=item.name, default=getattr(defaults, item.name),
            **item.metadata,
        )
        for item in sorted(fields(Settings), key=lambda item: item.name not in own)
    )  # fmt: skip


def _name(field_name: str) -> str:
    """Return the name of a parameter; those of a group are written with a dot."""
    group = next((name for name in _GROUPS if field_name.startswith(f"{name}_")), "")
    return f"{group}.{field_name[len(group) + 1 :]}" if group else field_name


def read_settings(values: Mapping[str, object], origin: str = "settings") -> Settings:
    """Build settings from a mapping of parameter names, checking every value.

    The parameters of a group may stand below its name: ``federation: {enabled: true}``.

    Raises:
        InvalidSettings: names each unknown setting and each value out of its range.
    """
    known = {tunable.name: tunable for tunable in tunables()}
    values = _flat(values)
    defects = [Defect(name, "there is no such setting") for name in values if name not in known]
    usable: dict[str, Any] = {}
    given: Mapping[str, Any] = values
    for name, value in given.items():
        if name not in known:
            continue
        problem = known[name].problem_with(value)
        if problem is not None:
            defects.append(Defect(name, problem))
        else:
            usable[known[name].field] = type(known[name].default)(value)
    if not defects and usable.get("prune_min", 0.10) > usable.get("inject_min", 0.30):
        defects.append(
            Defect(
                "prune_min",
                "is above inject_min: entries would be archived before an agent sees them",
            )
        )
    if not defects and usable.get("model_url") and not usable.get("model_name"):
        defects.append(Defect("model.name", "is empty: name the model to ask"))
    if defects:
        raise InvalidSettings(f"{origin} cannot be used", defects)
    return Settings(**usable)


def _flat(values: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping in which ``federation: {enabled: true}`` is ``federation.enabled: true``."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if name in _GROUPS and isinstance(value, Mapping):
            flat |= {f"{name}.{part}": inner for part, inner in value.items()}
        else:
            flat[name] = value
    return flat


def default_rules_file() -> Path:
    """Return the rules that are shipped with the package."""
    return config_file("rules.yaml")
