"""Screens above the dashboard: evidence of an entry, and the question before it resolves."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Static

from robot_memory.watch.shown_text import shown, shown_lines


class WhyScreen(ModalScreen[None]):
    """Shows the evidence behind an entry.

    Args:
        lines: what ``robot-memory why`` prints.
    """

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
    """Asks whether an entry is to resolve; the answer is the note, or None for no."""

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
