"""Runs axe-core, an accessibility checker for web pages; npm fetches it."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from chromium import Chromium

_VERSION = "4.14.1"
_FOLDER = Path(__file__).parents[1] / ".build" / f"axe-core-{_VERSION}"
_SCRIPT = "package/axe.min.js"
_FAULTS = """
axe.run().then((found) => found.violations.map((fault) =>
  `${fault.impact}: ${fault.id}: ${fault.nodes.map((node) => node.target.join(" ")).join(", ")}`))
"""


class NoAxe(Exception):
    """axe-core is missing, and cannot be fetched."""


def axe_script() -> str:
    """Return the script of axe-core; it is fetched once.

    Raises:
        NoAxe: says what is missing.
    """
    script = _FOLDER / _SCRIPT
    if not script.exists():
        _fetch()
    return script.read_text(encoding="utf-8")


def axe_faults(browser: Chromium) -> list[str]:
    """Return the faults that axe finds in the shown page: 'serious: color-contrast: #needs'."""
    browser.evaluate(f"{axe_script()};0")
    return [str(fault) for fault in browser.evaluate(_FAULTS)]


def _fetch() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoAxe("axe-core comes with npm, which is not here: `apt install npm`")
    script = _FOLDER / _SCRIPT
    script.parent.mkdir(parents=True, exist_ok=True)
    # Several test processes may fetch it at once: each uses its own folder.
    with TemporaryDirectory(dir=_FOLDER) as folder:
        done = subprocess.run(
            [npm, "pack", "--silent", f"axe-core@{_VERSION}"],
            cwd=folder, capture_output=True, text=True, timeout=100, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NoAxe(f"npm cannot fetch axe-core {_VERSION}: {done.stderr.strip()[-300:]}")
        with tarfile.open(Path(folder, done.stdout.split()[-1])) as package:
            found = package.extractfile(_SCRIPT)  # extract() has no filter before Python 3.11.4
            if found is None:
                raise NoAxe(f"axe-core {_VERSION} has no {_SCRIPT}")
            whole = Path(folder, script.name)
            whole.write_bytes(found.read())
        whole.replace(script)
