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
    """A command that a page shows.

    Attributes:
        line: as it stands there, without the backslashes that continue it.
        status: the exit status that the page promises: ``# exit status 1``.
    """

    line: str
    status: int

    @property
    def words(self) -> list[str]:
        """Return its words, without a comment."""
        return shlex.split(self.line, comments=True)


@dataclass(frozen=True)
class ShellBlock:
    """A fenced block of shell commands.

    Attributes:
        page: where it stands.
        number: of its first line.
        text: its lines.
        reason: why it cannot be tested; empty where it can.
        shown: the output that the page shows below it; None where it shows none.
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
    """Return what a page needs that its readers have already: ``<!-- test-setup``."""
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
    """Return the lines of a block that stands in an item of a list."""
    return re.sub(rf"^{block['indent']}", "", block["text"], flags=re.M)


def _commands(text: str) -> Iterator[Command]:
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            status = _STATUS.search(line)
            yield Command(line.strip(), int(status[1]) if status else 0)


def normalised(text: str) -> str:
    """Return an output without what differs from run to run: times, and the home of the reader."""
    text = re.sub(r"(/\S+)(?=/\.opencastor)", "HOME", text)
    text = re.sub(r"\d{4}-\d{2}-\d{2}([ T])\d{2}:\d{2}(:\d{2})?(?:\.\d+)?", "TIME", text)
    text = re.sub(r"\d{4}-\d{2}-\d{2}", "DAY", text)
    text = re.sub(r"(?<=, )(?:just now|\d+ (?:min|h|days) ago)(?=\))", "AGO", text)
    return re.sub(r"[ \t]+\n", "\n", text)


def shows(shown: str, said: str) -> bool:
    """Tell whether an output is what a page shows; a line ``…`` there stands for any lines."""
    parts = [re.escape(part) for part in normalised(shown).strip().split("\n")]
    pattern = "\n".join(r"[^\0]*?" if part == re.escape("…") else part for part in parts)
    return re.fullmatch(pattern, normalised(said).strip()) is not None
