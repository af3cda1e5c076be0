"""The questions that a fleet's memory answers, each at one moment of the database."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType

from robot_memory.applications.fleet.database import DatabaseAddress, open_database
from robot_memory.applications.fleet.fault_question import FaultAnswer, ask_fault
from robot_memory.applications.fleet.fleet_notes import FleetNote, FleetNotes
from robot_memory.applications.fleet.lesson_question import LessonAnswer, ask_lessons
from robot_memory.applications.fleet.mtbf_question import PartReliability, ask_mtbf
from robot_memory.applications.fleet.schema import check_version
from robot_memory.applications.fleet.silence_question import SilenceAnswer, ask_silence


class FleetQuestions:
    """Answers questions, and changes nothing. One thread at a time may use it.

    Args:
        address: of the database.

    Raises:
        FleetRefused: there is none, or it does not answer.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self._database = open_database(address, write=False)
        check_version(self._database)

    def __enter__(self) -> FleetQuestions:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._database.close()

    def fault(self, words: str, now: datetime) -> FaultAnswer:
        """See :func:`robot_memory.applications.fleet.fault_question.ask_fault`."""
        with self._database.reading() as statements:
            return ask_fault(statements, words, now.date())

    def lessons(self, most: int) -> LessonAnswer:
        """See :func:`robot_memory.applications.fleet.lesson_question.ask_lessons`."""
        with self._database.reading() as statements:
            return ask_lessons(statements, most)

    def mtbf(self, dimension: str, weeks: int, now: datetime) -> list[PartReliability]:
        """See :func:`robot_memory.applications.fleet.mtbf_question.ask_mtbf`."""
        with self._database.reading() as statements:
            return ask_mtbf(statements, dimension, weeks, now.date())

    def notes(self, now: datetime) -> list[FleetNote]:
        """Return the notes that robots are told now, the newest first."""
        return FleetNotes(self._database).told(now)

    def silence(self, hours: float, most: int, now: datetime) -> SilenceAnswer:
        """See :func:`robot_memory.applications.fleet.silence_question.ask_silence`."""
        with self._database.reading() as statements:
            return ask_silence(statements, hours, most, now)
