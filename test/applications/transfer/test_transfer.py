"""A memory is moved to another computer as a single file."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import sqlite3
import tarfile
from contextlib import closing

import pytest
from dying import killed_at
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.limits.limit_approvals import LimitApprovals
from robot_memory.applications.transfer import exporting
from robot_memory.applications.transfer.exporting import export_home
from robot_memory.applications.transfer.imported_authority import former_in, operators_in
from robot_memory.applications.transfer.importing import import_home
from robot_memory.faces.cli.main import main
from robot_memory.foundation.disk.scratch_folder import scratch_folder
from robot_memory.foundation.errors import HomeRefused, InvalidInput
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.base64url import encode
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text import yaml_reading
from robot_memory.governance.audit import audit_home
from robot_memory.governance.signing import sign_statement
from robot_memory.ledger import Kind, Observation


def place(folder):
    return Home(folder, folder / "robot-memory.md")


@pytest.fixture
def exported(home, tmp_path, clock):
    """The export of a memory with a note, keys and an event."""
    remember(home)
    with RobotMemory.open(home, read_only=True) as memory:
        rrn = memory.rrn
    (home / "keys").mkdir()
    (home / "keys" / "own.json").write_text("SECRET")
    (home / "webhooks.yaml").write_text("webhooks: [{secret: whsec_SECRET}]")
    target = tmp_path / "robot.tar.gz"
    export_home(place(home), rrn, target, clock.now().time)
    return target


@pytest.fixture
def move(home, tmp_path, clock):
    """A function that exports the home, imports it elsewhere, and returns both results."""

    def move(*operators):
        target = tmp_path / "moved.tar.gz"
        target.unlink(missing_ok=True)
        exported = export_home(place(home), "", target, clock.now().time)
        return exported, import_home(target, place(tmp_path / "new"), operators)

    return move


def remember(home, text="The kitchen doorway has a lip"):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", text)


def texts(home):
    with RobotMemory.open(home, read_only=True) as memory:
        return [entry.text for _, entry in memory.entries()]


def test_an_imported_home_equals_the_exported_one(exported, home, tmp_path):
    new = tmp_path / "new"

    manifest = import_home(exported, place(new)).manifest

    with RobotMemory.open(home, read_only=True) as old, RobotMemory.open(new) as copy:
        assert copy.rrn == old.rrn == manifest.rrn
        assert [entry for _, entry in copy.entries()] == [entry for _, entry in old.entries()]
        assert copy.ledger.last() == old.ledger.last()
        assert copy.long_term.levels.verify().defects == ()


@pytest.mark.parametrize("old", ["robot-memory.md", "robot-memory.archive.md", "Robot-Memory.md"])
@pytest.mark.parametrize("is_there", [True, False])
def test_only_the_memory_file_in_use_is_exported_if_it_is_outside_the_home(
    home, tmp_path, clock, old, is_there
):
    file = tmp_path / "elsewhere" / "memory.md"
    with RobotMemory.open(home, settings=Settings(memory_file=str(file))) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")
    (home / old).write_text("---\nschema_version: '1.0'\nentries: []\n---\nan old one\n")
    if not is_there:
        file.unlink()
    target, new = tmp_path / "robot.tar.gz", tmp_path / "new"
    export_home(Home(home, file), "", target, clock.now().time)
    import_home(target, place(new))

    assert texts(new) == ["The kitchen doorway has a lip"]
    assert not any("an old one" in path.read_text() for path in new.glob("*.md"))


def test_machine_specific_settings_are_not_exported(governed, home, tmp_path, move):
    given = (
        "# mine\nmemory_file: /var/m.md\ndecay_per_day: 0.2\nfederation: {zenoh_config: /etc/z}\n"
    )
    (home / "settings.yaml").write_text(given)
    move()
    told = (tmp_path / "new" / "settings.yaml").read_text()

    assert told.splitlines()[0].endswith(
        "set on the new machine: memory_file, federation.zenoh_config"
    )
    assert yaml_reading.load(told) == {"decay_per_day": 0.2}
    assert (home / "settings.yaml").read_text() == given


def test_an_export_contains_no_keys(exported):
    with tarfile.open(exported) as archive:
        names = archive.getnames()

    assert "observations.db" in names
    assert not [name for name in names if name.startswith(("keys", "webhooks"))]


def test_an_export_contains_no_links_to_keys(exported, home, tmp_path, clock):
    keys, notes = home / "keys", home / "notes"
    notes.mkdir()
    (notes / "own.json").hardlink_to(keys / "own.json")
    (notes / "hooks.txt").hardlink_to(home / "webhooks.yaml")
    (notes / "moved.json").write_text("SECRET")
    (keys / "moved.json").symlink_to(notes / "moved.json")
    (keys / "round").symlink_to(keys / "round")
    (notes / "one.txt").write_text("The lift stops at floor 3")
    (notes / "two.txt").hardlink_to(notes / "one.txt")
    target = tmp_path / "second.tar.gz"
    export_home(place(home), "", target, clock.now().time)

    with tarfile.open(target) as archive:
        told = [name for name in archive.getnames() if name.startswith("notes")]
    assert told == ["notes/one.txt", "notes/two.txt"]


def lay_out_secrets(home, tmp_path):
    """Put copies of private keys and webhooks into ordinary folders; return their names."""
    pytest.importorskip("cryptography")
    from robot_memory.foundation.identity.robot_keys import write_keys
    from robot_memory.governance.signing import make_operator_keys

    make_operator_keys("ada", tmp_path / "ada.key", place(home))
    write_keys(tmp_path / "own.json", keys_of(5, "RRN-000000000005"))
    operators, robots = (tmp_path / "ada.key").read_bytes(), (tmp_path / "own.json").read_bytes()
    sorted_fields = json.dumps(json.loads(robots), sort_keys=True).encode()
    secrets = {
        "keys.bak/own.json": robots,
        "notes/keys.txt": sorted_fields + b"\n" + operators,
        "governance/ada.json": operators,
        "governance/operators/ada-private.json": operators,
        **dict.fromkeys(
            ("webhooks.yaml~", "WebHooks.yaml.bak", ".webhooks.yaml.swp", "old/webhooks.yaml.orig"),
            b"webhooks: [{secret: whsec_SECRET}]",
        ),
        **dict.fromkeys(
            ("webhooks (copy).yaml", "webhooks-old.yml", "notes/hooks.txt"),
            b"webhooks: [{secret: whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=}]",
        ),
    }
    for name, data in secrets.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(data)
    return sorted(secrets)


def test_private_keys_and_copies_of_webhooks_anywhere_are_left_out_and_named(
    exported, home, tmp_path, clock, capsys
):
    secrets = lay_out_secrets(home, tmp_path)
    (home / "notes" / "about.txt").write_text('The file of a robot\'s keys has an "ed25519_seed".')
    target = tmp_path / "second.tar.gz"

    assert main(["--home", str(home), "export", str(target), "--json"]) == 0

    assert sorted(json.loads(capsys.readouterr().out)["left_out"]) == secrets
    with tarfile.open(target) as archive:
        told = archive.getnames()
    assert set(told).isdisjoint(secrets)
    assert "notes/about.txt" in told


def test_an_import_leaves_out_private_keys_in_an_export_of_an_earlier_version(
    exported, home, tmp_path, clock, capsys, monkeypatch
):
    secrets = lay_out_secrets(home, tmp_path)
    monkeypatch.setattr(exporting, "is_secret", lambda *_: False)  # an earlier version
    target, new = tmp_path / "second.tar.gz", tmp_path / "new"
    export_home(place(home), "", target, clock.now().time)

    assert main(["--home", str(new), "import", str(target)]) == 0

    told = capsys.readouterr().out
    assert "left out, as they are private keys or copies of webhooks.yaml: " in told
    assert all(name in told and not (new / name).exists() for name in secrets)
    assert texts(new) == texts(home)


def test_a_memory_is_exported_while_it_is_open_for_writing(home, tmp_path, clock):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")
        export_home(place(home), memory.rrn, tmp_path / "a.tar.gz", clock.now().time)
        memory.remember("environment_note", "The lift stops at floor 3")

    import_home(tmp_path / "a.tar.gz", place(tmp_path / "new"))

    assert texts(tmp_path / "new") == ["The kitchen doorway has a lip"]
    assert len(texts(home)) == 2


def test_an_import_into_a_home_that_is_not_empty_is_refused(exported, home):
    before = texts(home)

    with pytest.raises(HomeRefused, match="is not empty"):
        import_home(exported, place(home))

    assert texts(home) == before


def test_the_next_export_deletes_the_remains_of_a_killed_one(exported, home, tmp_path, clock):
    def export(name):
        export_home(place(home), "", tmp_path / name, clock.now().time)

    before = {path.name for path in tmp_path.iterdir()}
    assert killed_at(
        0, lambda: export("a"), lambda _: setattr(exporting, "_add", lambda *_: os._exit(9))
    )
    (left,) = (path for path in tmp_path.iterdir() if path.name not in before)
    assert left.is_dir()
    with scratch_folder(tmp_path, "export") as used:
        export("b.tar.gz")
        assert used.is_dir()

    assert {path.name for path in tmp_path.iterdir()} == before | {"b.tar.gz"}


def test_an_export_does_not_overwrite_a_file(exported, home, clock):
    with pytest.raises(InvalidInput, match="is there already"):
        export_home(place(home), "", exported, clock.now().time)


def repack(file, change):
    """Rewrite an export with changed members (names and contents)."""
    with tarfile.open(file) as archive:
        members = [(one.name, archive.extractfile(one).read()) for one in archive]
    with tarfile.open(file, "w:gz") as archive:
        for name, data in change(members):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_an_incomplete_file_creates_no_home(exported, tmp_path, share):
    data = exported.read_bytes()
    exported.write_bytes(data[: int(len(data) * share)])

    with pytest.raises(InvalidInput):
        import_home(exported, place(tmp_path / "new"))

    assert not (tmp_path / "new").exists()
    assert not list(tmp_path.glob(".robot-memory-import-*"))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("../evil", "leads out of the home"),
        ("/etc/evil", "leads out of the home"),
        ("keys/own.json", "is never exported"),
        ("Keys/own.json", "is never exported"),
        ("keys./own.json", "is never exported"),
        ("\uff2beys/own.json", "is never exported"),
        ("ke\u200bys/own.json", "is never exported"),
        ("k\u0435ys/own.json", "is never exported"),
        ("\U000e0041keys\ufe0f/own.json", "is never exported"),
        ("webhooks\u2060.yaml", "is never exported"),
        ("WebHooks.yaml", "is never exported"),
        ("observations.db-wal", "is never exported"),
        ("observations.db-journal", "is never exported"),
        ("Observations.DB-SHM", "is never exported"),
        ("chunks/any.db-wal", "is never exported"),
        ("governance/in_force/places.json", "is never exported"),
        ("governance/Operators/eve.json", "is never exported"),
        ("Governance/operators/eve.json", "is never exported"),
        ("governance/.lock", "is never exported"),
        ("notes.txt", "was not exported"),
        ("robot-memory.md", "is there twice"),
        ("./robot-memory.md", "is not written as the path of a file"),
        ("robot-memory.md/a", "is a file and a folder"),
        pytest.param("x" * 256, "a name of more than 255", id="long name"),
        pytest.param("x/" * 500 + "a", "a path of more than 1000 bytes", id="long path"),
    ],
)
def test_a_file_with_unexpected_members_is_refused(exported, tmp_path, name, problem):
    repack(exported, lambda members: [(name, b"x"), *members])

    with pytest.raises(InvalidInput, match=problem):
        import_home(exported, place(tmp_path / "new"))

    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "evil").exists()


def test_an_import_refuses_a_manifest_that_names_another_robot_than_the_memory(
    exported, home, tmp_path, clock
):
    with RobotMemory.open(home, read_only=True) as memory:
        rrn = memory.rrn

    def forge(members):
        for name, data in members:
            forged = data.replace(rrn.encode(), b"RRN-000000000001")
            yield name, forged if name == "manifest.json" else data

    repack(exported, forge)

    with pytest.raises(InvalidInput, match=f"'RRN-000000000001' is not the robot of.*'{rrn}'"):
        import_home(exported, place(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_a_memory_file_that_names_another_robot_is_not_exported(exported, home, tmp_path, clock):
    file = home / "robot-memory.md"
    with RobotMemory.open(home, read_only=True) as memory:
        rrn = memory.rrn
    file.write_text(file.read_text().replace(rrn, "RRN-000000000001"))

    with pytest.raises(InvalidInput, match=f"(?s)nothing was exported.*write `rrn: {rrn}` there"):
        export_home(place(home), rrn, tmp_path / "second.tar.gz", clock.now().time)
    assert not (tmp_path / "second.tar.gz").exists()


@pytest.mark.parametrize(
    ("headers", "problem"),
    [
        ({"size": "-1024"}, "has a size below 0"),
        ({"GNU.sparse.size": "many"}, "is damaged"),
        ({"GNU.sparse.size": "9", "GNU.sparse.map": "0,9"}, "is not a regular file"),
        ({"path": "a\0b"}, "is not written as the path of a file"),
    ],
)
def test_a_file_with_unexpected_headers_is_refused(tmp_path, headers, problem):
    evil = tarfile.TarInfo("robot-memory.md")
    evil.pax_headers = headers
    with tarfile.open(tmp_path / "robot.tar.gz", "w:gz") as archive:
        archive.addfile(evil)

    with pytest.raises(InvalidInput, match=problem):
        import_home(tmp_path / "robot.tar.gz", place(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_a_file_with_a_wrong_checksum_is_damaged(exported, tmp_path):
    data = bytearray(gzip.compress(gzip.decompress(exported.read_bytes()).rstrip(b"\0")))
    data[-8] ^= 1  # of the CRC, which is read because the archive has no end marker
    exported.write_bytes(data)

    with pytest.raises(InvalidInput, match=r"is damaged.*CRC"):
        import_home(exported, place(tmp_path / "new"))


def test_an_unreadable_file_is_named_in_the_error(exported, tmp_path, monkeypatch):
    def refuse(*given):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(tarfile.ExFileObject, "read", refuse)
    with pytest.raises(OSError, match="nothing was imported") as refused:
        import_home(exported, place(tmp_path / "new"))
    assert refused.value.filename == str(exported)


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("CREATE TRIGGER sly BEFORE INSERT ON observations BEGIN SELECT RAISE(IGNORE); END",
         "'sly': is a trigger, which robot_memory never makes"),
        ("PRAGMA user_version = 99", "has schema 99"),
    ],
    ids=["would drop what is stored in it", "is of a newer version"],
)  # fmt: skip
def test_a_ledger_with_a_foreign_schema_is_refused(home, tmp_path, move, sql, problem):
    remember(home)
    with closing(sqlite3.connect(home / "observations.db")) as connection:
        connection.execute(sql)

    with pytest.raises(InvalidInput, match=problem):
        move()
    assert not (tmp_path / "new").exists()


def test_a_file_with_a_link_is_refused(exported, tmp_path):
    link = tarfile.TarInfo("robot-memory.md")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    with tarfile.open(exported, "w:gz") as archive:
        archive.addfile(link)

    with pytest.raises(InvalidInput, match="is not a regular file"):
        import_home(exported, place(tmp_path / "new"))


def test_a_memory_can_be_moved_with_export_and_import(home, tmp_path, capsys):
    remember(home)
    file, new = tmp_path / "robot.tar.gz", tmp_path / "new"

    assert main(["--home", str(home), "export", str(file)]) == 0
    assert main(["--home", str(new), "import", str(file)]) == 0

    assert texts(new) == ["The kitchen doorway has a lip"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert "without its keys" in capsys.readouterr().out


@pytest.fixture
def governed(home, tmp_path, clock):
    """The export of a memory governed by ada; with ada's card."""
    pytest.importorskip("cryptography")
    ada = keys_of(77, "ada")
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")
        assist = memory.long_term.assist
        assist.enrol("ada", ada.card)
        memory.save(force=True)  # sets the robot's name
        proposal = memory.long_term.levels.propose("agents.md", "# Agents\n", by="eve")
        assist.approve_proposal(memory.rrn, proposal.id, ada, clock.now())
        LimitApprovals(assist.store).in_force.record_speed(0.3, ["mem-1"], clock.now().time)
    (home / "settings.yaml").write_text("# none is another\n")
    target = tmp_path / "robot.tar.gz"
    export_home(place(home), "", target, clock.now().time)
    return target, ada.card, proposal.id


@pytest.mark.parametrize(
    "name", ["ADA.json", "ada.JSON", "ada.json.bak", ".ada.json", "x/ada.json", "former/x/ada.json"]
)
def test_a_file_that_another_file_system_reads_as_an_operator_is_left_out_and_named(
    governed, home, tmp_path, move, name
):
    _, card, _ = governed
    folder = home / "governance" / "operators"
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes((folder / "ada.json").read_bytes())
    (folder / "former").mkdir(exist_ok=True)
    (folder / "former" / "bob-1.json").write_text("{}")

    told = move(card.fingerprint)[1].authority

    assert f"left out, as they are no files of operators: governance/operators/{name}" in told
    imported = tmp_path / "new" / "governance" / "operators"
    assert {path for path in imported.rglob("*") if path.is_file()} == {
        imported / "ada.json", *imported.glob("unknown/bob-1-*.json"),
    }  # fmt: skip
    assert any(line.startswith("the keys of a former operator in bob-1.json") for line in told)


def test_an_import_enrols_no_operator_without_a_fingerprint(governed, tmp_path):
    file, card, change = governed
    new = place(tmp_path / "new")

    told = "\n".join(import_home(file, new).authority)

    assert operators_in(new.folder) == {}
    assert f"operator ada is not enrolled: import with --operator {card.fingerprint}" in told
    assert f"count for nothing, as nobody is enrolled for them: {change} (ada)" in told
    assert "files that act as they are: settings.yaml, procedural/agents.md" in told
    assert audit_home(new).defects == ()


def test_an_import_names_every_file_that_takes_effect(home, move):
    remember(home)
    for number in range(30):
        (home / f"a{number:02}.yaml").write_text("{}\n")
        approval = home / "governance" / "approvals" / f"mem-000000{number:02}.json"
        approval.parent.mkdir(parents=True, exist_ok=True)
        approval.write_text("{}\n")
    (home / "names.yaml").write_text("left encoder: right encoder\n")
    skill = home / "procedural" / "skills" / "dock, slowly\x1b[2J" / "SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("# Dock\n")

    told = move()[1].authority

    (acting,) = (line for line in told if line.startswith("files that act as they are: "))
    assert acting.endswith(r": names.yaml, 'procedural/skills/dock, slowly\x1b[2J/SKILL.md'")
    (void,) = (line for line in told if line.startswith("approvals that count for nothing"))
    assert "mem-00000029" in void and "more" not in void


def test_an_import_enrols_the_operator_with_the_given_fingerprint(governed, tmp_path):
    file, card, change = governed
    new = place(tmp_path / "new")

    told = "\n".join(import_home(file, new, [card.fingerprint]).authority)

    assert list(operators_in(new.folder).values()) == [card.fingerprint]
    assert f"operator ada may approve: {card.fingerprint}" in told
    assert f"approvals that count where their signatures hold: {change} (ada)" in told
    assert audit_home(new).defects == ()


def with_another_ada(home):
    """Replace the operator ada's keys with another person's, filed under former operators."""
    operators, other = home / "governance" / "operators", keys_of(78, "ada").card
    record = json.loads((operators / "ada.json").read_bytes())
    record |= {
        "kid": other.kid,
        "ed25519": encode(other.ed25519),
        "ml_dsa_65": encode(other.ml_dsa),
    }
    (operators / "former").mkdir()
    (operators / "former" / "old.json").write_text(json.dumps(record))
    return other


@pytest.mark.parametrize("is_known", [False, True])
def test_former_operators_are_imported_only_with_their_fingerprint(
    governed, home, tmp_path, move, is_known
):
    _, card, _ = governed
    other = with_another_ada(home)
    told = move(card.fingerprint, *[other.fingerprint] * is_known)[1].authority

    operators = tmp_path / "new" / "governance" / "operators"
    assert list(former_in(tmp_path / "new").values()) == [other.fingerprint] * is_known
    assert len(list(operators.glob("unknown/*.json"))) == 1 - is_known
    assert any(other.fingerprint in line and "former operator" in line for line in told)


def test_an_approval_under_an_operators_name_with_other_keys_is_a_defect(
    governed, home, tmp_path, move
):
    _, card, change = governed
    with_another_ada(home)
    path = home / "governance" / "approvals" / f"{change}.json"
    record = json.loads(path.read_bytes())
    statement = {name: value for name, value in record.items() if name != "signature"}
    path.write_text(json.dumps(sign_statement(statement, keys_of(78, "ada"))))
    told = "\n".join(move(card.fingerprint)[1].authority)

    assert f"count for nothing, as nobody is enrolled for them: {change} (ada)" in told
    defects = audit_home(place(tmp_path / "new")).defects
    assert any("is not ada's for what it says" in str(one) for one in defects)


def test_an_import_records_the_last_line_of_the_foreign_event_log(governed, home, tmp_path):
    file, card, _ = governed
    new = place(tmp_path / "new")
    import_home(file, new, [card.fingerprint])

    lines = (home / "episodic" / "events" / "events.jsonl").read_text().splitlines()
    last = json.loads(lines[-1])["chain"]["seq"]
    noted = json.loads((new.folder / "governance" / "imported.json").read_text())
    assert noted == {"record_up_to": last}


def test_archived_lines_of_an_imported_event_log_are_foreign_too(governed, home, tmp_path, move):
    _, card, _ = governed
    events = home / "episodic" / "events" / "events.jsonl"
    lines = events.read_bytes().splitlines(keepends=True)
    numbers = [json.loads(line)["chain"]["seq"] for line in lines]
    archive = home / "episodic" / "archive" / "events"
    archive.mkdir(parents=True)
    name = f"events-{numbers[0]:09d}-{numbers[-1]:09d}.jsonl.gz"
    (archive / name).write_bytes(gzip.compress(b"".join(lines)))
    events.unlink()
    move(card.fingerprint)

    noted = json.loads((tmp_path / "new" / "governance" / "imported.json").read_text())
    assert noted == {"record_up_to": numbers[-1]}


@pytest.mark.parametrize("file", ["former/bob.json", "bob.json"])
def test_keys_under_two_names_enrol_no_operator(governed, home, tmp_path, move, file):
    _, card, _ = governed
    operators = home / "governance" / "operators"
    record = json.loads((operators / "ada.json").read_bytes())
    (operators / file).parent.mkdir(exist_ok=True)
    (operators / file).write_text(json.dumps({**record, "operator": "bob"}))

    with pytest.raises(InvalidInput, match=f"bob has the keys of ada, {card.fingerprint}"):
        move(card.fingerprint)
    assert not (tmp_path / "new").exists()

    move()
    assert operators_in(tmp_path / "new") == {}


def test_a_copy_of_an_operators_file_under_another_name_enrols_no_operator(
    governed, home, tmp_path, move
):
    _, card, _ = governed
    operators = home / "governance" / "operators"
    (operators / "bob.json").write_bytes((operators / "ada.json").read_bytes())
    told = move(card.fingerprint)[1].authority

    enrolled = {one.stem for one in (tmp_path / "new/governance/operators").glob("*.json")}
    assert enrolled == {"ada"}
    assert any(line.startswith("operator bob is not enrolled") for line in told)


def test_an_unknown_fingerprint_creates_no_home(governed, tmp_path):
    file, card, _ = governed
    with pytest.raises(InvalidInput, match=f"(?s)ada {card.fingerprint}.*of nobody in the file"):
        import_home(file, place(tmp_path / "new"), ["0" * 64])

    assert not (tmp_path / "new").exists()


def test_an_export_omits_the_published_limits(governed):
    with tarfile.open(governed[0]) as archive:
        assert not [name for name in archive.getnames() if "in_force" in name]


def test_export_prints_the_option_that_enrols_an_operator(governed, home, tmp_path, capsys):
    _, card, _ = governed
    file, new = tmp_path / "again.tar.gz", tmp_path / "new"

    assert main(["--home", str(home), "export", str(file)]) == 0
    assert f"--operator {card.fingerprint} to enrol ada" in capsys.readouterr().out
    assert main(["--home", str(new), "import", str(file), "--operator", card.fingerprint]) == 0
    assert "operator ada may approve" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    ["memory_file: /tmp/.bashrc", "rules_file: ../r.yaml", "federation.zenoh_config: /etc/z",
     "federation: {zenoh_config: /etc/z}"],
)  # fmt: skip
def test_settings_that_refer_outside_the_home_are_refused(
    governed, home, tmp_path, move, line, monkeypatch
):
    (home / "settings.yaml").write_text(f"{line}\n")
    monkeypatch.setattr(exporting, "portable_settings", lambda data: data)  # an earlier version

    with pytest.raises(InvalidInput, match=line.partition(":")[0]):
        move()

    assert not (tmp_path / "new").exists()


WEBHOOK_WORD = "/whsec_front_left_camera_image"


@pytest.mark.parametrize(
    "word",
    [WEBHOOK_WORD, f'{{"ed25519_seed": "{"_" * 43}"}}', "secret: whsec_0123456789abcdef"],
)
def test_no_text_of_an_agent_excludes_a_record_from_an_export(home, tmp_path, clock, move, word):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "The east corridor is closed", source="person:ada")
        memory.remember("environment_note", f"The camera says so on {word}", source="agent:x")
        memory.observe(Observation(Kind.EVENT, clock.now(), "no frames", detail={"said": "it"}))
        memory.long_term.levels.note("entry_created", id="mem-1", text="it", source="agent")
        memory.flush()
    # As an earlier version stored it: this version removes such words from everything it writes.
    with closing(sqlite3.connect(home / "observations.db")) as ledger:
        ledger.execute("UPDATE observations SET summary = ? WHERE kind = 'event'", (word,))
        ledger.commit()
    for name in ("robot-memory.md", "episodic/events/events.jsonl", "semantic/knowledge/a.md"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        with (home / name).open("a") as file:
            file.write(f"\nIt says so on {word}\n")
    new = tmp_path / "new"

    exported, imported = move()

    assert exported.left_out == imported.left_out == ()
    assert len(texts(new)) == 2
    assert word in (new / "episodic/events/events.jsonl").read_text()


def test_a_file_of_keys_among_the_records_is_left_out(home, tmp_path, clock):
    pytest.importorskip("cryptography")
    from robot_memory.foundation.identity.robot_keys import write_keys

    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "The east corridor is closed")
    (home / "semantic").mkdir(exist_ok=True)
    write_keys(home / "semantic" / "own.json", keys_of(5, "RRN-000000000005"))

    exported = export_home(place(home), "", tmp_path / "a.tar.gz", clock.now().time)

    assert exported.left_out == ("semantic/own.json",)


@pytest.mark.parametrize("text", [f"no frames on {WEBHOOK_WORD}", f'"ed25519_seed": "{"_" * 43}"'])
def test_text_that_an_export_treats_as_secret_is_never_stored(text):
    assert "[removed: " in without_secrets(text)


@pytest.mark.parametrize(
    ("number", "name", "place_of_line"),
    [
        (10**9, "chain", "in the middle"), (10**30, "\\u0063hain", "in the middle"),
        (0, "chain", "in the middle"), (-3, "\\u0063hain", "in the middle"),
        (10**9, "\\u0063hain", "archived"), (0, "chain", "archived"),
    ],
)  # fmt: skip
def test_an_event_log_with_an_impossible_number_is_not_imported(
    governed, home, tmp_path, move, number, name, place_of_line
):
    _, card, _ = governed
    events = home / "episodic" / "events" / "events.jsonl"
    lines = events.read_text().splitlines(keepends=True)
    spoiled = lines[-1].replace('"chain"', f'"{name}"')
    seq = json.loads(lines[-1])["chain"]["seq"]
    spoiled = spoiled.replace(f'"seq": {seq},', f'"seq": {number},')
    assert spoiled != lines[-1]
    if place_of_line == "archived":
        archive = home / "episodic" / "archive" / "events"
        archive.mkdir(parents=True)
        text = "".join([*lines[:-1], spoiled])
        packed = archive / f"events-{1:09d}-{seq - 1:09d}.jsonl.gz"
        packed.write_bytes(gzip.compress(text.encode()))
        events.write_text(lines[-1])
    else:
        events.write_text("".join([*lines[:-1], spoiled, lines[-1]]))

    with pytest.raises(InvalidInput, match=f"has the number {number}, and the record ends with"):
        move(card.fingerprint)
    assert not (tmp_path / "new").exists()
