"""Makes a memory home from an exported file, in one step, after all of it was checked."""

from __future__ import annotations

import hashlib
import tarfile
import tempfile
import zlib
from pathlib import Path, PurePosixPath

from robot_memory import files
from robot_memory.errors import Defect, HomeRefused, InvalidInput
from robot_memory.home import Home
from robot_memory.transfer.exporting import LEFT_OUT
from robot_memory.transfer.manifest import NAME, Manifest, read_manifest

_LARGEST = 20_000_000_000  # bytes in all


def import_home(source: Path, home: Home) -> Manifest:
    """Make a memory home from an exported file.

    Args:
        source: what :func:`~robot_memory.transfer.exporting.export_home` wrote.
        home: must not be there yet, or be empty.

    Raises:
        HomeRefused: there is a memory already.
        InvalidInput: the file is none, is damaged, or holds what no export writes; no home was
            made.
        OSError: a disk refused; no home was made.
    """
    folder = home.folder
    if folder.exists() and any(folder.iterdir()):
        raise HomeRefused(
            f"{folder} is not empty; nothing was imported: name a new home, or move that one away"
        )
    files.make_private_folder(folder.parent)
    # What fails is told, and not that the rest of it cannot be removed either.
    scratch = tempfile.TemporaryDirectory(
        dir=folder.parent, prefix=".import-", ignore_cleanup_errors=True
    )
    with scratch as name:
        draft = Path(name) / "home"
        files.make_private_folder(draft)
        manifest = _extract(source, draft, home)
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
        files.sync_folder(folder.parent)
    return manifest


def _extract(source: Path, draft: Path, home: Home) -> Manifest:
    digests: dict[str, str] = {}
    manifest: Manifest | None = None
    left = _LARGEST
    try:
        with tarfile.open(source, "r:gz") as archive:
            for member in archive:
                left -= member.size
                data = _data_of(archive, member, left, source)
                if member.name == NAME:
                    manifest = read_manifest(data, str(source))
                    continue
                path = draft / member.name
                files.make_private_folder(path.parent)
                final = home.folder / member.name
                files.write_durably(path, data, like=final, outcome="nothing was imported")
                digests[member.name] = hashlib.sha256(data).hexdigest()
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise InvalidInput(
            f"{source} is damaged, or no exported memory ({error}); nothing was imported"
        ) from None
    if manifest is None:
        raise InvalidInput(f"{source} has no {NAME}: it is cut, or no exported memory")
    _check(digests, manifest, source)
    return manifest


def _data_of(archive: tarfile.TarFile, member: tarfile.TarInfo, left: int, source: Path) -> bytes:
    path = PurePosixPath(member.name)
    problem = ""
    if not member.isfile():
        problem = "is not a regular file"
    elif path.is_absolute() or ".." in path.parts or not path.parts or "\\" in member.name:
        problem = "leads out of the home"
    elif path.parts[0] in LEFT_OUT:
        problem = "is never exported"
    elif left < 0:
        problem = f"makes more than {_LARGEST} bytes in all"
    if problem:
        defect = Defect(f"{member.name!r:.200}", problem)
        raise InvalidInput(f"{source} was not imported", [defect])
    file = archive.extractfile(member)
    assert file is not None  # it is a regular file
    return file.read()


def _check(digests: dict[str, str], manifest: Manifest, source: Path) -> None:
    defects = [
        Defect(name, "is missing" if name not in digests else "is not what was exported")
        for name, digest in manifest.files.items()
        if digests.get(name) != digest
    ]
    defects += [Defect(name, "was not exported") for name in digests if name not in manifest.files]
    if defects:
        raise InvalidInput(f"{source} is damaged; nothing was imported", defects)
