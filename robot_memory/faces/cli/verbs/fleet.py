"""Keep what all robots of a fleet say in one database, and ask it.

Questions are: `fault` (on how many robots, which, since when, rising or falling), `lessons` (which
are one robot's, which are a class's), `mtbf` (operating time between failures, by model, or
by robot: which is the worst) and `silent` (robots that have told nothing for two
days, or whose updates are refused).

The home of a fleet has keys and trusted cards, as a robot's has: `init`, `peers card`, `peers
trust`. The database is a file in it (SQLite), unless --database or $ROBOT_MEMORY_FLEET_DATABASE
names another one.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from robot_memory.applications.fleet.database import (
    DatabaseAddress,
    FleetDatabase,
    find_address,
    open_database,
)
from robot_memory.applications.fleet.fleet_answers import (
    fault_lines,
    fault_record,
    lesson_lines,
    lesson_record,
    mtbf_lines,
    mtbf_record,
    silence_lines,
)
from robot_memory.applications.fleet.fleet_notes import LONGEST_DAYS, FleetNotes
from robot_memory.applications.fleet.fleet_questions import (
    COMPARED_BY,
    HOURS,
    LONGEST,
    LONGEST_WEEKS,
    FleetQuestions,
)
from robot_memory.applications.fleet.fleet_writer import FleetWriter
from robot_memory.applications.fleet.schema import prepare
from robot_memory.faces.cli.open_memory import load_settings, make_memory, pretended_clock
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import HIGHEST_DOMAIN_ID, number, whole_number
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.home import find_home
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.text.escaping import one_line, terminal_line
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.federation.exchange_setup import make_own_keys, read_own_keys

if TYPE_CHECKING:  # it needs cryptography, which a robot without federation lacks
    from robot_memory.applications.fleet.fleet_server import FleetReceiver

EXAMPLES = (
    "robot-memory fleet ask fault left wheel  # exit status 2: no server keeps a fleet here",
    "robot-memory fleet ask mtbf --by site  # exit status 2: no server keeps a fleet here",
)

_LEAST_HOURS, _MOST_LINES = 0.1, 1000  # the same limits as over HTTP


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    serve = subcommands.add("serve", _serve, "receive the signed updates of robots, and store them")
    serve.add_argument(
        "--carrier", choices=("zenoh", "dds", "both"), default="zenoh",
        help="what brings updates; dds needs ROS [%(default)s]",
    )  # fmt: skip
    serve.add_argument(
        "--domain-id", type=whole_number(0, HIGHEST_DOMAIN_ID), metavar="N",
        help="DDS domain of the robots [$ROS_DOMAIN_ID]",
    )  # fmt: skip
    serve.add_argument(
        "--zenoh-config", metavar="FILE", default="", help="Zenoh configuration: the router"
    )
    ask = subcommands.add("ask", _ask, "ask a question")
    ask.add_argument("question", choices=list(_QUESTIONS), help="what to ask")
    ask.add_argument("words", nargs="*", help="of the fault: component, symptom or sentence")
    ask.add_argument(
        "--by", choices=COMPARED_BY, default="model", help="for mtbf: what to compare [%(default)s]"
    )
    ask.add_argument(
        "--weeks", type=whole_number(1, LONGEST_WEEKS), default=52,
        help="for mtbf: how many [%(default)s]",
    )  # fmt: skip
    ask.add_argument(
        "--hours", type=number(_LEAST_HOURS, LONGEST), default=HOURS,
        help="for silent: since when [%(default)s]",
    )  # fmt: skip
    ask.add_argument(
        "--most", type=whole_number(1, _MOST_LINES), default=50,
        help="lines of a list [%(default)s]",
    )  # fmt: skip
    note = subcommands.add("note", _note, "tell all robots a note, signed by the fleet")
    note.add_argument("text", help="one sentence")
    note.add_argument("--type", default="environment_note", help="of the entry [%(default)s]")
    note.add_argument(
        "--days", type=whole_number(1, LONGEST_DAYS), default=30,
        help="for how long [%(default)s]",
    )  # fmt: skip
    note.add_argument(
        "--of", metavar="RRN", action="append", default=[],
        help="a robot on whose words it rests; it ends once that one is not trusted; repeatable",
    )  # fmt: skip
    listed = subcommands.add("notes", _list_notes, "list the notes that are told")
    withdraw = subcommands.add("withdraw", _withdraw, "tell a note no more")
    withdraw.add_argument("id", help="of the note")
    forget = subcommands.add("forget", _forget, "delete all that a robot said")
    forget.add_argument("rrn", help="the Robot Resource Name of the robot")
    for each in (serve, ask, note, listed, withdraw, forget):
        each.add_argument(
            "--database", metavar="URL", default="",
            help="sqlite:///PATH or postgresql://USER@HOST/DATABASE; the password in $PGPASSWORD",
        )  # fmt: skip


def _address(args: argparse.Namespace) -> DatabaseAddress:
    return find_address(args.database, find_home(load_settings(args)))


def _now(args: argparse.Namespace) -> datetime:
    return (pretended_clock(args) or SystemClock()).now().time


# -- serve ---------------------------------------------------------------------------------------


def _serve(args: argparse.Namespace) -> int:
    # imported only now: it needs cryptography
    from robot_memory.applications.fleet.fleet_server import FleetServer

    with make_memory(args, write=True) as memory:  # makes the home and its name at the first start
        home, rrn = memory.home, memory.rrn
    make_own_keys(home, rrn)
    database = open_database(_address(args), write=True)
    stopped: list[int] = []
    for caught in (signal.SIGINT, signal.SIGTERM):
        signal.signal(caught, lambda *received: stopped.append(received[0]))
    try:
        database.claim()
        prepare(database)
        server = FleetServer(
            read_own_keys(home, rrn), TrustStore(home.peers), database,
            lambda receiver: _carriers(args, receiver), SystemClock(), _report,
        )  # fmt: skip
        print(f"{rrn} listens; {_address(args)}", flush=True)
        server.run(lambda: bool(stopped))
    finally:
        database.close()
    return 0


def _carriers(args: argparse.Namespace, receiver: FleetReceiver) -> list[Carrier]:
    carriers: list[Carrier] = []
    if args.carrier != "dds":
        config = args.zenoh_config or load_settings(args).federation_zenoh_config
        carriers.append(ZenohCarrier(config, receiver.asks))
    if args.carrier != "zenoh":
        try:
            from robot_memory.faces.ros.peers.dds_carrier import FleetDdsCarrier
        except ModuleNotFoundError as error:
            raise InvalidInput(f"--carrier {args.carrier} needs ROS ({error}): source it") from None
        carriers.append(FleetDdsCarrier(args.domain_id))
    return carriers


def _report(text: str) -> None:
    print(terminal_line(text), file=sys.stderr, flush=True)


# -- questions -----------------------------------------------------------------------------------


def _ask(args: argparse.Namespace) -> int:
    if args.words and args.question != "fault":
        raise InvalidInput(f"{args.question} takes no words; nothing was asked")
    with FleetQuestions(_address(args)) as questions:
        return _QUESTIONS[args.question](args, questions)


def _ask_fault(args: argparse.Namespace, questions: FleetQuestions) -> int:
    found = questions.fault(" ".join(args.words), _now(args))
    answer(args, fault_record(found), fault_lines(found))
    return 0 if found.fault_count else 1


def _ask_lessons(args: argparse.Namespace, questions: FleetQuestions) -> int:
    found = questions.lessons(args.most)
    return answer(args, lesson_record(found), lesson_lines(found))


def _ask_mtbf(args: argparse.Namespace, questions: FleetQuestions) -> int:
    parts = questions.mtbf(args.by, args.weeks, _now(args))
    nothing = f"no robot told its running time and its {args.by}"
    return answer(args, mtbf_record(parts), mtbf_lines(parts), nothing=nothing)


def _ask_silent(args: argparse.Namespace, questions: FleetQuestions) -> int:
    found = questions.silence(args.hours, args.most, _now(args))
    return answer(args, asdict(found), silence_lines(found))


_QUESTIONS = {
    "fault": _ask_fault, "lessons": _ask_lessons, "mtbf": _ask_mtbf, "silent": _ask_silent,
}  # fmt: skip


# -- notes, and what is deleted --------------------------------------------------------------------


@contextmanager
def _database(args: argparse.Namespace) -> Iterator[FleetDatabase]:
    with FleetQuestions(_address(args)):  # check that the database exists and has this version
        database = open_database(_address(args), write=True)
    try:
        prepare(database)  # adds tables that an earlier version lacked
        yield database
    finally:
        database.close()


def _note(args: argparse.Namespace) -> int:
    with _database(args) as database:
        note = FleetNotes(database).write(args.text, args.type, args.of, args.days, _now(args))
    message = f"{note.id} is told until {note.until:%Y-%m-%d}, while the server runs"
    return answer(args, asdict(note), [message])


def _list_notes(args: argparse.Namespace) -> int:
    with FleetQuestions(_address(args)) as questions:
        notes = questions.notes(_now(args))
    lines = [f"{one.id}  until {one.until:%Y-%m-%d}  {one_line(one.text)}" for one in notes]
    return answer(args, [asdict(one) for one in notes], lines, nothing="no note is told")


def _withdraw(args: argparse.Namespace) -> int:
    with _database(args) as database:
        if not FleetNotes(database).withdraw(args.id, _now(args)):
            raise InvalidInput(f"no note {args.id!r:.40} is told; nothing was changed")
    return answer(args, {"withdrawn": args.id}, [f"{args.id} is told no more"])


def _forget(args: argparse.Namespace) -> int:
    with _database(args) as database:
        if not FleetWriter(database).drop(args.rrn, _now(args)):
            raise InvalidInput(f"nothing is known of {args.rrn!r:.40}; nothing was deleted")
    message = f"{args.rrn} is forgotten; what it says from now on is stored while it is trusted"
    return answer(args, {"forgotten": args.rrn}, [message])
