"""The dashboard: known entries, present faults, changes, and reviews for a person.

On top of it appear an entry's evidence, and the question before an entry is resolved.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import DataTable, Footer, Input, Static

from robot_memory.faces.watch import state_view
from robot_memory.faces.watch.robot_state import RobotState, read_state
from robot_memory.faces.watch.state_view import shown, shown_lines
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

_UNREADABLE = (RobotMemoryError, OSError, sqlite3.Error)
_INTERVAL = 2.0  # s between two reads of the memory


class Dashboard(App[None]):
    """Shows a memory and follows it. It writes only when an operator resolves an entry.

    Args:
        why_lines: returns the lines that ``robot-memory why`` prints for an entry.
    """

    CSS_PATH = Path(__file__).with_name("dashboard.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("w", "why", "Why"),
        ("r", "resolve", "Resolve"),
        ("slash", "filter", "Filter"),
        ("a", "resolved", "Resolved too"),
        ("q", "quit", "Quit"),
        ("escape", "clear", "Clear filter"),
    ]

    def __init__(
        self,
        source: MemorySource,
        why_lines: Callable[[RobotMemory, str], list[str]],
        interval: float = _INTERVAL,
    ) -> None:
        super().__init__()
        self.state: RobotState | None = None
        self._source = source
        self._why_lines = why_lines
        self._interval = interval
        self._looking = threading.Lock()
        self._with_resolved = False
        self._drawn: object = None

    def compose(self) -> ComposeResult:
        """Return the parts of the screen; Textual calls this."""
        yield Static("reading …", id="headline")
        yield Input(placeholder="words that an entry must have", id="filter")
        yield DataTable(id="entries", cursor_type="row", zebra_stripes=True)
        with Horizontal(id="below"):
            for name, title in (
                ("ongoing", "There now"), ("changes", "What changed"), ("reviews", "For you"),
            ):  # fmt: skip
                with VerticalScroll(id=name) as box:
                    box.border_title = title
                    box.can_focus = False
                    yield Static(id=f"{name}-text")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to follow the memory; Textual calls this."""
        self._table.add_columns(*state_view.COLUMNS)
        self._table.focus()
        self.look()
        self.set_interval(self._interval, self.look)

    @work(thread=True)
    def look(self) -> None:
        """Read the memory in a thread, as the disk may be slow, and draw it.

        Skip this read if the last one is still running.
        """
        if not self._looking.acquire(blocking=False):
            return
        try:
            state = read_state(self._source.reader())
        except _UNREADABLE as error:
            message = f"the memory cannot be read: {str(error) or type(error).__name__}"
            self.call_from_thread(self._headline.update, shown(message, "bold red"))
            return
        finally:
            self._looking.release()
        self.call_from_thread(self._draw, state)

    # -- drawing -------------------------------------------------------------------------------

    def _draw(self, state: RobotState) -> None:
        self.state = state
        self._headline.update(state_view.headline(state))
        for name, text in (
            ("ongoing", state_view.ongoing_lines(state)),
            ("changes", state_view.change_lines(state)),
            ("reviews", state_view.review_lines(state)),
        ):
            self.query_one(f"#{name}-text", Static).update(text)
        self._draw_entries()

    def _draw_entries(self) -> None:
        """Fill the table if its content changed, and keep the cursor on its entry."""
        if self.state is None:
            return
        words = self.query_one("#filter", Input).value
        found = state_view.chosen(self.state, words, with_resolved=self._with_resolved)
        rows = [(entry.id, state_view.entry_cells(self.state, worth, entry))
                for worth, entry in found]  # fmt: skip
        if rows == self._drawn:
            return
        self._drawn = rows
        current, table = self._current(), self._table
        table.clear()
        for entry_id, cells in rows:
            table.add_row(*cells, key=entry_id)
        ids = [entry_id for entry_id, _ in rows]
        if current in ids:
            table.move_cursor(row=ids.index(current))

    def _current(self) -> str | None:
        if not self._table.row_count:
            return None
        return self._table.coordinate_to_cell_key(self._table.cursor_coordinate).row_key.value

    @property
    def _table(self) -> DataTable[object]:
        return self.query_one("#entries", DataTable)

    @property
    def _headline(self) -> Static:
        return self.query_one("#headline", Static)

    # -- keys ----------------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Let the operator type a filter: words that entries must contain."""
        field = self.query_one("#filter", Input)
        field.add_class("open")
        field.focus()

    def action_clear(self) -> None:
        """Show all entries again."""
        field = self.query_one("#filter", Input)
        field.value = ""
        field.remove_class("open")
        self._table.focus()

    def on_input_changed(self) -> None:
        """Show the entries that contain the words typed so far."""
        self._draw_entries()

    def on_input_submitted(self) -> None:
        """Return to the table; the filter stays."""
        self._table.focus()

    def action_resolved(self) -> None:
        """Show or hide resolved entries."""
        self._with_resolved = not self._with_resolved
        self._draw_entries()

    def on_data_table_row_selected(self) -> None:
        """Show the evidence when Enter is pressed on an entry."""
        self.action_why()

    def action_why(self) -> None:
        """Show the evidence behind the entry under the cursor."""
        entry_id = self._current()
        if entry_id is not None:
            self._ask_why(entry_id)

    @work(thread=True)
    def _ask_why(self, entry_id: str) -> None:
        try:
            lines = self._why_lines(self._source.reader(), entry_id)
        except _UNREADABLE as error:
            self.call_from_thread(self._complain, str(error))
            return
        self.call_from_thread(self.push_screen, WhyScreen(lines))

    def action_resolve(self) -> None:
        """Ask whether to resolve the entry under the cursor."""
        entry_id = self._current()
        texts = {entry.id: entry.text for _, entry in self.state.entries} if self.state else {}
        if entry_id is None or entry_id not in texts:
            return

        def answered(note: str | None) -> None:
            if note is not None:
                self._resolve(entry_id, note)

        self.push_screen(ResolveScreen(texts[entry_id]), answered)

    @work(thread=True)
    def _resolve(self, entry_id: str, note: str) -> None:
        try:
            with self._source.writer() as memory:
                memory.resolve(entry_id, note, source="person")
        except _UNREADABLE as error:
            self.call_from_thread(self._complain, f"{entry_id} is not resolved: {error}")
            return
        self.call_from_thread(self.notify, f"{entry_id} is resolved")
        self.call_from_thread(self.look)

    def _complain(self, message: str) -> None:
        self.notify(shown(message).plain, severity="error", markup=False, timeout=10.0)


class WhyScreen(ModalScreen[None]):
    """Shows the evidence behind an entry."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "Back")]

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Return the parts of the screen; Textual calls this."""
        with VerticalScroll(classes="box"):
            yield Static(shown_lines(self._lines), id="evidence")
        yield Footer()


class ResolveScreen(ModalScreen[str | None]):
    """Asks whether to resolve an entry; the answer is the note, or None for no."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "Leave it as it is")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Return the parts of the screen; Textual calls this."""
        with Vertical(classes="box question"):
            yield Static(shown(self._text, "bold"))
            yield Static("Resolve it? What was done? Enter resolves, Escape leaves it as it is.")
            yield Input(placeholder="note", id="note", max_length=500)
        yield Footer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the note."""
        self.dismiss(event.value.strip())
