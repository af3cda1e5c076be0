"""Asks which packages of those that robot_memory brings along have a known vulnerability.

    make audit

pip-audit asks OSV (https://osv.dev) over the network. It runs in an environment of its own,
`.build/audit`, and sends the names and versions that `make sbom` lists, nothing else.

Ends with 0 where nothing is known, with 1 where something is, and with 2 where not every package
could be asked for.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bill_of_materials import components, requirements

from robot_memory.foundation.text.escaping import terminal_text

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".build" / "audit"
PINS = ROOT / "requirements" / "audit.txt"
OSV = "https://api.osv.dev/v1/query"
CLEAN, VULNERABLE, NOT_ASKED = 0, 1, 2
_LONGEST = 300  # characters of a printed text


class Unanswered(Exception):
    """The database gave no answer; the message says why, and what to do."""


@dataclass(frozen=True)
class Vulnerability:
    """A known vulnerability of a package.

    Attributes:
        names: its identifiers: OSV, CVE, GitHub.
        fixed: versions without the vulnerability; empty if there are none.
    """

    package: str
    version: str
    names: tuple[str, ...]
    fixed: tuple[str, ...]
    summary: str

    def __str__(self) -> str:
        fixed = f"fixed in {', '.join(self.fixed)}" if self.fixed else "not fixed yet"
        line = f"{self.package} {self.version}: {', '.join(self.names)}, {fixed}: {self.summary}"
        return terminal_text(line)[:_LONGEST]


@dataclass(frozen=True)
class Answer:
    """A database's answer about packages.

    Attributes:
        known: the known vulnerabilities.
        unasked: the packages without an answer, each with the reason.
    """

    known: tuple[Vulnerability, ...]
    unasked: Mapping[str, str]

    @property
    def status(self) -> int:
        """The exit status."""
        if self.known:
            return VULNERABLE
        return NOT_ASKED if self.unasked else CLEAN


def read_answer(text: str, packages: Mapping[str, str]) -> Answer:
    """Read the JSON of pip-audit.

    pip-audit calls a package clean if it could not be checked; here it counts as unanswered.

    Args:
        text: the output of pip-audit.
        packages: the packages to check: versions by name.
    """
    found: dict[str, dict[str, Any]] = {
        one["name"]: one for one in json.loads(text)["dependencies"]
    }
    known = [
        Vulnerability(
            name, one["version"], (item["id"], *item["aliases"]), tuple(item["fix_versions"]),
            item["description"],
        )
        for name, one in found.items() for item in one.get("vulns", ())
    ]  # fmt: skip
    unasked = {
        name: terminal_text(str(found.get(name, {}).get("skip_reason", "no answer")))[:_LONGEST]
        for name in packages
        if "vulns" not in found.get(name, {})
    }
    return Answer(tuple(known), unasked)


def ask(packages: Mapping[str, str], url: str = OSV) -> Answer:
    """Ask a database about packages.

    Args:
        packages: versions by name.
        url: of a server with the query API of OSV.

    Raises:
        Unanswered: the database cannot be reached, or did not answer.
    """
    asked = FOLDER / "packages.txt"
    asked.write_text("".join(f"{name}=={version}\n" for name, version in packages.items()))
    run = subprocess.run(
        [
            _python(), "-I", "-m", "pip_audit", "--requirement", asked, "--no-deps",
            "--disable-pip", "--vulnerability-service=osv", f"--osv-url={url}", "--format=json",
            "--progress-spinner=off", f"--cache-dir={FOLDER / 'cache'}",
        ],
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        return read_answer(run.stdout, packages)
    except (ValueError, KeyError):  # status 1 means a vulnerability too: read the output
        lines = run.stderr.strip().splitlines() or ["pip-audit said nothing"]
        raise Unanswered(
            f"{url} was not asked, or did not answer; nothing is known about the packages. Behind "
            "a proxy set HTTPS_PROXY, then try again. The last line of pip-audit:\n    "
            f"{terminal_text(lines[-1])[:_LONGEST]}"
        ) from None


def is_set_up() -> bool:
    """Return whether the pinned pip-audit is installed."""
    stamp = FOLDER / "stamp"
    return _python().exists() and stamp.exists() and stamp.read_bytes() == PINS.read_bytes()


def set_up() -> None:
    """Install pip-audit if it is missing.

    Raises:
        Unanswered: pip-audit cannot be installed.
    """
    if is_set_up():
        return
    pip = "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"
    for command in (
        (sys.executable, "-m", "venv", "--clear", str(FOLDER)),
        (str(_python()), "-I", *pip, "--retries", "2", f"--requirement={PINS}"),
    ):
        run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if run.returncode:
            tail = "\n".join(f"    {line}" for line in run.stderr.strip().splitlines()[-5:])
            raise Unanswered(
                "pip-audit cannot be installed, which needs the network once; behind a proxy set "
                f"HTTPS_PROXY, with a mirror PIP_INDEX_URL. The end of what was said:\n{tail}"
            )
    (FOLDER / "stamp").write_bytes(PINS.read_bytes())


def _python() -> Path:
    return FOLDER / "bin" / "python"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, ask, and print the answer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--url", default=OSV, help="of a server that answers as OSV does")
    url = parser.parse_args(arguments).url
    packages = {name: one.version for name, one in components(requirements()).items()}
    try:
        set_up()
        answer = ask(packages, url)
    except Unanswered as error:
        print(f"audit: {error}", file=sys.stderr)
        return NOT_ASKED
    for vulnerability in answer.known:
        print(vulnerability)
    for name, reason in answer.unasked.items():
        print(f"{name} {packages[name]} was not asked for: {reason}")
    affected = {one.package for one in answer.known}
    print(f"{len(packages)} packages: {len(affected)} with a known vulnerability, "
          f"{len(answer.unasked)} not asked for")  # fmt: skip
    return answer.status


if __name__ == "__main__":
    sys.exit(main())
