"""Shell blocks of Markdown pages, read as a reader would type them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S
)
_SETUP = re.compile(r"^<!-- test-setup\n(?P<text>.*?)^-->$", re.M | re.S)
_STATUS = re.compile(r"#\s*exit status (\d+)")


@dataclass(frozen=True)
class Command:
    """A command on a page.

    Attributes:
        line: its text, without continuation backslashes.
        status: the exit status promised by the page: ``# exit status 1``.
    """

    line: str
    status: int

    @property
    def words(self) -> list[str]:
        """Return the command's words, without a comment."""
        return shlex.split(self.line, comments=True)


@dataclass(frozen=True)
class ShellBlock:
    """A fenced block of shell commands.

    Attributes:
        page: its page.
        number: the number of its first line.
        text: its lines.
        reason: why it cannot be tested; empty if it can.
        shown: the output below it on the page, or None.
    """

    page: Path
    number: int
    text: str
    reason: str = ""
    shown: str | None = None
    commands: list[Command] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.number}"


def pages() -> list[Path]:
    """Return every page for readers: README, CONTRIBUTING, SECURITY and docs."""
    first = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    return [*first, *sorted((ROOT / "docs").rglob("*.md"))]


def setup_lines(page: Path) -> str:
    """Return the commands for a page's preconditions: ``<!-- test-setup``."""
    return "".join(found["text"] for found in _SETUP.finditer(page.read_text(encoding="utf-8")))


def shell_blocks(page: Path) -> Iterator[ShellBlock]:
    """Yield the blocks of shell commands of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = list(_BLOCK.finditer(text))
    for one, following in zip(found, [*found, None][1:], strict=True):
        language, _, rest = one["info"].strip().partition(" ")
        if language not in ("sh", "bash", "console", "shell"):
            continue
        is_shown = (
            following is not None
            and following["info"].strip() == "text"
            and not text[one.end() : following.start()].strip()
        )
        yield ShellBlock(
            page,
            text.count("\n", 0, one.start()) + 1,
            _dedented(one),
            rest.partition("no-test:")[2].strip(),
            _dedented(following) if following and is_shown else None,
            list(_commands(_dedented(one))),
        )


def _dedented(block: re.Match[str]) -> str:
    """Return the lines of a block inside a list item."""
    return re.sub(rf"^{block['indent']}", "", block["text"], flags=re.M)


def _commands(text: str) -> Iterator[Command]:
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            status = _STATUS.search(line)
            yield Command(line.strip(), int(status[1]) if status else 0)


def normalised(text: str) -> str:
    """Replace the parts of an output that differ between runs: times, and the reader's home."""
    text = re.sub(r"(/\S+)(?=/\.opencastor)", "HOME", text)
    text = re.sub(r"\d{4}-\d{2}-\d{2}([ T])\d{2}:\d{2}(:\d{2})?(?:\.\d+)?", "TIME", text)
    text = re.sub(r"\d{4}-\d{2}-\d{2}", "DAY", text)
    text = re.sub(r"(?<=, )(?:just now|\d+ (?:min|h|days) ago)(?=\))", "AGO", text)
    return re.sub(r"[ \t]+\n", "\n", text)


def shows(shown: str, said: str) -> bool:
    """Whether an output equals the page's; a line ``…`` on the page stands for any lines."""
    parts = [re.escape(part) for part in normalised(shown).strip().split("\n")]
    pattern = "\n".join(r"[^\0]*?" if part == re.escape("…") else part for part in parts)
    return re.fullmatch(pattern, normalised(said).strip()) is not None
