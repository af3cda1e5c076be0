"""Each verb does what its help says (contract.md, "Command line")."""

from __future__ import annotations

from robot_memory.entries.context_block import HEADING


def test_show_without_a_home_reports_no_entries_and_creates_nothing(command):
    shown = command("show")

    assert shown.status == 0
    assert "nothing is remembered yet" in shown.err
    assert not command.home.exists()


def test_the_first_write_creates_the_home_with_a_local_rrn(command):
    noted = command("remember", "environment_note", "Kitchen doorway has a 3 cm lip")

    assert noted.status == 0
    assert "made the memory home" in noted.err
    assert "rrn: RRN-LOCAL-" in command.file.read_text()


def test_a_home_is_readable_by_its_owner_only(command, lip):
    assert command.home.stat().st_mode & 0o777 == 0o700
    for path in command.home.rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path


def test_a_note_is_listed_and_in_the_context(command, lip):
    assert "🟡 [80%] Kitchen doorway has a 3 cm lip" in command("show").out
    assert command("context").out == f"{HEADING}\n🟡 [80%] Kitchen doorway has a 3 cm lip #7272\n"


def test_a_note_of_an_agent_is_listed_as_noted_by_an_agent(command, lip):
    command("remember", "environment_note", "The lift is slow", "--source", "agent:planner")
    of_person, of_agent = command("show").out.splitlines()[1::2]

    assert "environment_note, an agent noted it, seen once" in of_agent
    assert "environment_note, seen once" in of_person


def test_a_resolved_entry_is_stored_but_not_shown(command, lip):
    command("resolve", lip, "--note", "ramp built")

    assert command("context").out == ""
    assert command("show").out == ""
    assert "ramp built" in command("show", "--all", "--json").out
    assert "type: resolved" in command.file.read_text()


def test_a_note_confirmed_with_keep_stays_in_the_context_for_years(command, lip):
    command("confirm", lip, "--keep")

    assert "Kitchen doorway" in command("context", "--now", "2099-01-02T00:00:00Z").out
    assert "stands until it is withdrawn" in command("show").out


def test_a_note_until_a_date_is_in_the_context_until_that_date(command):
    command("remember", "environment_note", "The lift is closed", "--until", "2099-01-01")

    assert "lift" in command("context", "--now", "2098-12-31T00:00:00Z").out
    assert "lift" not in command("context", "--now", "2099-01-02T00:00:00Z").out


def test_undo_restores_a_forgotten_entry(command, lip):
    command("forget", lip)
    undone = command("undo", lip)

    assert f"{lip} took back: forget by person" in undone.out
    assert "undo     by person: forget by person, 20" in command("why", lip).out
    assert "Kitchen doorway" in command("context").out


def test_a_repair_without_open_entries_is_noted_and_exits_with_1(command, lip):
    done = command("repaired", "gripper")

    assert done.status == 1
    assert "no open entry is about it" in done.out


def test_an_unknown_id_is_refused_with_advice(command, lip):
    for verb in ("why", "resolve", "mute"):
        refused = command(verb, "mem-00000000")
        assert refused.status == 2
        assert "no entry has the id 'mem-00000000'" in refused.err
        assert "show --all" in refused.err


def test_eight_digits_of_a_longer_id_are_refused_with_the_full_id(command):
    noted = command("remember", "environment_note", "Lift is slow", "--source", "agent:planner")
    whole = noted.out.split()[0]

    assert f"; {whole} begins so: " in command("resolve", whole[:12]).err
    assert "; give at least 4 of its digits" in command("resolve", whole[4:7]).err
    assert command("resolve", whole[:13]).status == 0


def test_all_defects_of_a_note_are_reported_at_once_and_nothing_is_stored(command):
    refused = command("remember", "environment_note", "x" * 501, "--tag", " ")

    assert refused.status == 2
    assert "text: 501 characters is above 500" in refused.err
    assert "tags[0]: ' ' is empty" in refused.err
    assert "lip" not in command("show").out


def test_a_muted_entry_is_shown_with_the_end_of_the_mute(command, lip):
    command("mute", lip, "--why", "ramp is coming", "--until", "2099-12-24T08:00:00Z")
    for verb in (["show"], ["why", lip]):
        assert "   muted until 2099-12-24 08:00 UTC: ramp is coming\n" in command(*verb).out

    command("unmute", lip)
    assert "muted" not in command("show").out


def test_the_context_fits_the_token_budget(command, lip):
    context = command("context", "--budget", "5", "--json").json

    assert context["tokens"] <= 5
    assert context["left_out"] == 1


def test_a_setting_out_of_range_is_named_with_its_limit(command, lip):
    (command.home / "settings.yaml").write_text("inject_min: 1.9\nunheard_of: 1\n")
    refused = command("show")

    assert refused.status == 2
    assert "inject_min: 1.9 is above 1" in refused.err
    assert "unheard_of: there is no such setting" in refused.err


def test_the_environment_sets_home_and_file_and_the_option_overrides_it(
    command, lip, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(command.home))
    named = command("show", home=False)
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("CASTOR_ROBOT_MEMORY_FILE", str(tmp_path / "elsewhere.md"))
    moved = command("show", home=False)
    monkeypatch.delenv("ROBOT_MEMORY_HOME")
    option = command("show")

    assert lip in named.out
    assert lip not in moved.out
    assert lip in option.out


def test_forgetting_a_persons_note_needs_a_person_and_archives_it(command, lip):
    asked = command("forget", lip, "--source", "agent:planner")
    assert asked.out.startswith(f"{lip} stays told: it rests on a detector or on a person's word")
    assert lip in command("show").out

    done = command("forget", lip, "--why", "the ramp is built")

    assert done.out.startswith(f"{lip} forgotten: Kitchen doorway has a 3 cm lip; it is in the arc")
    assert command("show", "--all", "--json").json["entries"] == []
    assert lip in (command.home / "robot-memory.archive.md").read_text()
    assert command("why", lip).status == 2
    assert "robot-memory show --all" in command("why", lip).err


def test_a_corrected_entry_shows_the_new_text_and_why_shows_the_author(command, lip):
    command("correct", lip, "Kitchen doorway has a 4 cm lip", "--source", "person:ada")

    assert command("context").out.endswith("\n🟡 [80%] Kitchen doorway has a 4 cm lip #7272\n")
    assert "correct  by person (ada): Kitchen doorway has a 4 cm lip" in command("why", lip).out
    (row, _) = command("why", lip, "--json").json["evidence"]
    assert (row["severity"], row["detail"]["was"]) == ("", "Kitchen doorway has a 3 cm lip")


def test_a_source_that_claims_to_be_a_person_is_shown_as_a_claim(command, lip):
    command("resolve", lip, "--source", "claimed:eve")

    assert "by somebody, said to be a person, over ROS (eve)" in command("why", lip).out


def test_a_known_entry_is_shown_as_known_until_that_is_withdrawn(command, lip):
    done = command("known", lip, "--until", "2099-12-24T08:00:00Z", "--reason", "ramp is coming")
    assert done.out == f"{lip} known until 2099-12-24 08:00 UTC: Kitchen doorway has a 3 cm lip\n"
    shown = command("show").out
    assert "(known until 2099-12-24 08:00 UTC: ramp is coming)\n" in shown
    assert ", says person\n" in shown

    done = command("known", lip, "--withdraw")
    assert done.out == f"{lip} alarms again: Kitchen doorway has a 3 cm lip\n"
    assert "known" not in command("show").out


def test_declaring_an_entry_known_requires_a_reason(command, lip):
    no_end = command("known", lip, "--reason", "ramp is coming")
    no_reason = command("known", lip)

    assert no_end.out.startswith(f"{lip} known until it gets worse: Kitchen doorway")
    assert no_reason.status == 2
    assert "reason: is empty: say why nobody needs to be alarmed" in no_reason.err
