"""Writes which packages robot_memory and its extras bring along, with their licences.

    make sbom

The list is CycloneDX 1.6, made of the metadata of what is installed: it needs no network. Packages
of ROS come from a distribution and are not in it.
"""

from __future__ import annotations

import configparser
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
#: Extras that are not installed on a robot.
NOT_SHIPPED = ("test",)
#: SPDX names for the texts in fields that are older than ``License-Expression``.
_SPDX = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "Eclipse Public License 2.0 (EPL-2.0)": "EPL-2.0",
    "MIT License": "MIT",
    "any-OSI": "Zlib",  # apsw: "any OSI approved license"; its own text offers zlib's
}


@dataclass(frozen=True)
class Component:
    """A package that is installed with robot_memory.

    Attributes:
        licence: an SPDX expression; empty if the metadata has none.
        needs: the names of the packages that it depends on.
    """

    name: str
    version: str
    licence: str
    needs: tuple[str, ...]

    @property
    def address(self) -> str:
        """Its package URL."""
        return f"pkg:pypi/{self.name}@{self.version}"


def requirements() -> list[Requirement]:
    """Return the requirements in setup.cfg, with those of the shipped extras."""
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    extras = config["options.extras_require"]
    texts = [config["options"]["install_requires"]]
    texts += [text for extra, text in extras.items() if extra not in NOT_SHIPPED]
    return [Requirement(line) for line in "\n".join(texts).split("\n") if line.strip()]


def components(asked: Iterable[Requirement]) -> dict[str, Component]:
    """Return all required packages, also indirect ones, by name.

    Raises:
        PackageNotFoundError: a package is not installed.
    """
    found: dict[str, Component] = {}
    waiting = list(asked)
    done: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        name, extras = canonicalize_name(one.name), frozenset(one.extras)
        if (name, extras) in done:
            continue
        done.add((name, extras))
        installed = distribution(one.name)
        brought = list(_brought(installed, extras))
        waiting += brought
        known = found[name].needs if name in found else ()
        needs = {*known, *(canonicalize_name(other.name) for other in brought)}
        found[name] = Component(name, installed.version, licence(installed), tuple(sorted(needs)))
    return dict(sorted(found.items()))


def _brought(installed: Distribution, extras: Iterable[str]) -> Iterator[Requirement]:
    for text in installed.requires or ():
        one = Requirement(text)
        if one.marker is None or any(
            one.marker.evaluate({"extra": extra}) for extra in (*extras, "")
        ):
            yield one


def licence(installed: Distribution) -> str:
    """Return a package's licence, as an SPDX expression."""
    metadata = installed.metadata
    for expression in metadata.get_all("License-Expression") or ():
        return str(expression)
    classes = [line.split(" :: ") for line in metadata.get_all("Classifier") or ()]
    named = [parts[-1] for parts in classes if parts[0] == "License"]
    named = named or metadata.get_all("License") or []
    return " OR ".join(_SPDX.get(name, name) for name in named)


def as_cyclonedx(found: dict[str, Component], version: str) -> dict[str, Any]:
    """Return the list in the format of CycloneDX 1.6."""
    own = f"pkg:pypi/robot-memory@{version}"
    direct = {canonicalize_name(one.name) for one in requirements()}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": own, "name": "robot_memory", "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": [
            {
                "type": "library", "bom-ref": one.address, "name": one.name,
                "version": one.version, "purl": one.address,
                "licenses": [{"expression": one.licence}],
            }
            for one in found.values()
        ],
        "dependencies": [
            {"ref": own, "dependsOn": sorted(found[name].address for name in direct)},
            *(
                {"ref": one.address, "dependsOn": [found[name].address for name in one.needs]}
                for one in found.values()
            ),
        ],
    }  # fmt: skip


def main() -> None:
    """Print the list."""
    from robot_memory import __version__

    json.dump(as_cyclonedx(components(requirements()), __version__), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
