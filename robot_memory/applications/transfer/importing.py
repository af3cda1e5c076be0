"""Makes a memory home from an exported file, in one step, after checking all of it."""

from __future__ import annotations

import gzip
import hashlib
import os
import tarfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from robot_memory.applications.transfer.exported_files import (
    MEMORY_FILE,
    NAME,
    Manifest,
    is_exported,
    is_secret,
    read_manifest,
)
from robot_memory.applications.transfer.exporting import LEDGER
from robot_memory.applications.transfer.imported_authority import (
    acting_lines,
    check_settings,
    enrol_named,
)
from robot_memory.entries.own_rrn import rrn_in
from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.disk.scratch_folder import scratch_folder
from robot_memory.foundation.errors import Defect, HomeRefused, InvalidInput
from robot_memory.foundation.home import Home
from robot_memory.ledger.damaged_rows import file_defects

_LARGEST = 20_000_000_000  # total bytes
_LONGEST = 1000  # bytes of a path


@dataclass(frozen=True)
class ImportedHome:
    """The result of an import."""

    manifest: Manifest  # the file's manifest
    authority: tuple[str, ...] = ()  # lines about who may approve, and what takes effect
    # names of private keys and secrets in the file, which were not imported
    left_out: tuple[str, ...] = ()


def import_home(source: Path, home: Home, operators: Collection[str] = ()) -> ImportedHome:
    """Make a memory home from an exported file.

    Args:
        source: a file from :func:`~robot_memory.applications.transfer.exporting.export_home`.
        home: must not exist, or must be empty.
        operators: the fingerprints of the operators who may approve; others are not enrolled.

    Raises:
        HomeRefused: there is already a memory.
        InvalidInput: the file is missing, no export, damaged, or contains files that no export
            writes; no home was made.
        OSError: a disk refused; no home was made.
    """
    folder = home.folder
    if not source.exists():
        raise InvalidInput(f"{source} is not there; nothing was imported")
    if folder.exists() and any(folder.iterdir()):
        raise HomeRefused(
            f"{folder} is not empty; nothing was imported: name a new home, or move that one away"
        )
    files.make_private_folder(folder.parent)
    with scratch_folder(folder.parent, "import") as scratch:
        draft = scratch / "home"
        files.make_private_folder(draft)
        manifest, left_out = _extract(source, draft, home)
        check_settings(draft)
        ledger = draft / LEDGER
        if ledger.exists() and (
            defects := file_defects(ledger)
        ):  # a definition in the ledger could drop stored rows
            raise InvalidInput(f"{source} was not imported", defects)
        authority = (*enrol_named(draft, operators), *acting_lines(draft))
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
        files.sync_folder(folder.parent)
    return ImportedHome(manifest, authority, tuple(left_out))


def _extract(source: Path, draft: Path, home: Home) -> tuple[Manifest, list[str]]:
    """Write an archive's files into a draft; return the manifest, and the names left out."""
    digests: dict[str, str] = {}
    left_out: list[str] = []
    manifest: Manifest | None = None
    for name, data in _read(source):
        if name == NAME:
            manifest = read_manifest(data, str(source))
            continue
        digests[name] = hashlib.sha256(data).hexdigest()
        if is_secret(PurePosixPath(name), data):
            left_out.append(name)
            continue
        path = draft / name
        if path.exists():
            defect = Defect(f"{name!r:.200}", "has the name of another file of it on this disk")
            raise InvalidInput(f"{source} was not imported", [defect])
        files.make_private_folder(path.parent)
        files.write_durably(path, data, like=home.folder / name, outcome="nothing was imported")
    if manifest is None:
        raise InvalidInput(f"{source} has no {NAME}: it is cut, or no exported memory")
    _check(digests, manifest, source)
    _check_rrn(draft / MEMORY_FILE, manifest, source)
    return manifest, left_out


def _read(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file in an archive; refuse what no export writes."""
    taken: set[PurePosixPath] = set()  # paths of files
    folders: set[PurePosixPath] = set()  # paths of their folders
    left = _LARGEST
    try:
        with (
            naming(source, "nothing was imported"),
            files.open_regular(source) as file,
            tarfile.open(fileobj=file, mode="r:gz") as archive,
        ):
            for member in archive:
                path = PurePosixPath(member.name)
                left -= max(0, member.size) + tarfile.BLOCKSIZE
                if problem := _problem_of(member, path, left) or _place_taken(path, taken, folders):
                    defect = Defect(f"{member.name!r:.200}", problem)
                    raise InvalidInput(f"{source} was not imported", [defect])
                taken.add(path)
                folders.update(path.parents)
                content = archive.extractfile(member)
                assert content is not None  # it is a regular file
                yield member.name, content.read()
    except gzip.BadGzipFile as error:
        raise _damaged(source, error) from None
    except (InvalidInput, OSError):
        raise
    except Exception as error:  # tarfile raises many kinds of errors at a damaged header
        raise _damaged(source, error) from None


def _damaged(source: Path, error: Exception) -> InvalidInput:
    why = str(error) or type(error).__name__
    return InvalidInput(
        f"{source} is damaged, or no exported memory ({why:.200}); nothing was imported"
    )


def _problem_of(member: tarfile.TarInfo, path: PurePosixPath, left: int) -> str:
    """Return why an export cannot have written a member; '' if it can."""
    if not member.isfile() or member.issparse():
        return "is not a regular file"
    if path.is_absolute() or ".." in path.parts or not path.parts or "\\" in member.name:
        return "leads out of the home"
    if not is_exported(path):
        return "is never exported"
    if str(path) != member.name or "\0" in member.name:
        return "is not written as the path of a file"
    if len(os.fsencode(path)) > _LONGEST or any(len(os.fsencode(it)) > 255 for it in path.parts):
        return f"has a path of more than {_LONGEST} bytes, or a name of more than 255"
    if member.size < 0:
        return "has a size below 0"
    if left < 0:
        return f"makes more than {_LARGEST} bytes in all"
    return ""


def _place_taken(
    path: PurePosixPath, taken: set[PurePosixPath], folders: set[PurePosixPath]
) -> str:
    if path in taken:
        return "is there twice"
    if path in folders or not taken.isdisjoint(path.parents):
        return "is a file and a folder"
    return ""


def _check_rrn(path: Path, manifest: Manifest, source: Path) -> None:
    """Check that the memory file and the manifest name the same robot, if both name one."""
    found = rrn_in(files.read_existing(path) or b"")
    if found and manifest.rrn and found != manifest.rrn:
        problem = (
            f"{manifest.rrn!r:.40} is not the robot of {MEMORY_FILE} in it, {found!r:.40}: "
            "somebody changed one of the two; export the memory anew, or import an earlier file"
        )
        raise InvalidInput(f"{source} was not imported", [Defect(f"{NAME}: rrn", problem)])


def _check(digests: dict[str, str], manifest: Manifest, source: Path) -> None:
    defects = [
        Defect(name, "is missing" if name not in digests else "is not what was exported")
        for name, digest in manifest.files.items()
        if digests.get(name) != digest
    ]
    defects += [Defect(name, "was not exported") for name in digests if name not in manifest.files]
    if defects:
        raise InvalidInput(f"{source} is damaged; nothing was imported", defects)
