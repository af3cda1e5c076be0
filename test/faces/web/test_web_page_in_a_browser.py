"""The page in a real browser: with a keyboard, on a phone, in dark mode, with a screen reader."""

from __future__ import annotations

import fcntl
import json
import re
from datetime import datetime, timedelta, timezone

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from approving import keys_for
from axe import NoAxe, axe_faults, axe_script
from chromium import BrowserFailed, Chromium, find_chromium
from federation_builders import talker
from fleet_builders import HearingFleet, described, fault
from limit_builders import drive_and_fail, learn
from page_under_test import PageUnderTest
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.fleet.database import SqliteAddress
from robot_memory.faces.ros.single_node_lock import SingleNodeLock
from robot_memory.foundation.home import NODE_LOCK
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import ManualClock, read_uptime
from robot_memory.governance.approval import sign_approval
from robot_memory.ledger import Key, Kind, Observation, Severity

pytestmark = pytest.mark.skipif(not find_chromium(), reason="no Chromium on this machine")

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
FAULT = {
    "summary": "Left wheel encoder: no pulses",
    "key": Key("diagnostics", "left wheel encoder", "no pulses"),
    "component": "left wheel encoder", "entry_type": "hardware_observation", "confidence": 0.6,
    "topic": "/diagnostics",
}  # fmt: skip
AT = {"at": {"frame": "map", "x": 1.0, "y": 2.0, "sigma": 0.1}}
HOSTILE = "<img src=x onerror=alert(1)>"
SKILL = "# Dock\n\nDock slowly, 0.2 m/s.\n"


def fill(home, clock):
    """Fill a home with a fault, a note, a visited place, another robot, and a proposal."""
    with RobotMemory.open(home, clock=clock) as memory:
        for _ in range(3):
            clock.set(clock.now().time + timedelta(hours=5))
            memory.observe(Observation(Kind.ONSET, clock.now(), detail=AT, **FAULT))
            clock.set(clock.now().time + timedelta(minutes=5))
            memory.observe(Observation(Kind.END, clock.now(), detail={"lasted": 300.0}, **FAULT))
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip", tags=["kitchen"])
        memory.add_exposure({("passes in map", f"{x},2"): x + 1.0 for x in range(5)})
        levels = memory.long_term.levels
        levels.propose("skills/dock/SKILL.md", SKILL, by="night shift", reason="seen on 12 days")
        memory.long_term.assist.enrol("ada", keys_for("ada").card)
    TrustStore(home / "keys" / "peers").trust(keys_of(2).card, clock.now().time, name="shelf")
    fleet = HearingFleet(home, SqliteAddress(home / "fleet.db"))
    robots = [talker(number) for number in (11, 12)]
    fleet.believe(*robots)
    slip = fault()
    for robot, failures in zip(robots, (1, 5), strict=True):
        about = described((slip, HOSTILE, (0,) * 6 + (1, 2)), failures=(0,) * 7 + (failures,))
        fleet.hear(robot, slip, robot=about)
    fleet.database.close()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    home = tmp_path_factory.mktemp("page") / "home"
    clock = ManualClock(NOON, kind="wall", boot="test")
    try:
        browser = Chromium(find_chromium())
    except BrowserFailed as error:
        pytest.skip(f"Chromium is there, and does not start: {error}")
    fill(home, clock)
    with browser:
        page = PageUnderTest(home, clock, browser)
        yield page
        page.close()


@pytest.mark.parametrize(("width", "is_dark"), [(1280, False), (390, True)])
def test_axe_finds_no_accessibility_defect_on_the_page(page, width, is_dark):
    try:
        axe_script()
    except NoAxe as error:
        pytest.skip(str(error))
    page.open(width=width, is_dark=is_dark)
    page.browser.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    page.browser.evaluate("document.querySelectorAll('.entry > button').forEach((b) => b.click())")
    page.wait_for(
        "document.querySelector('.detail table') && document.querySelector('.difference')"
    )

    assert axe_faults(page.browser) == []


def test_an_entry_is_opened_with_the_keyboard_alone(page):
    page.open()

    page.browser.press("Tab")
    assert page.focused() == "Skip to what this robot knows"
    page.browser.press("Enter")
    for _ in range(3):  # words, kind, the first entry
        page.browser.press("Tab")
    assert "Kitchen doorway has a 3 cm lip" in page.focused()
    page.browser.press("Enter")
    page.wait_for("document.querySelector('.entry .detail table')")
    assert "note: Kitchen doorway" in page.text(".entry .detail")


def test_the_page_fits_the_width_of_a_phone(page):
    page.open("#entries-title", width=390)
    page.browser.evaluate("document.querySelector('.entry > button').click()")
    page.wait_for("document.querySelector('.entry .detail table')")

    assert page.browser.evaluate("document.documentElement.scrollWidth") == 390


def test_an_opened_entry_stays_open_during_an_update(page):
    page.open()
    page.browser.evaluate("document.querySelector('#entries > li:last-child > button').click()")
    page.wait_for("document.querySelector('.entry .detail table')")
    with page.memory(write=True) as memory:
        memory.remember("environment_note", "The lift is slow at noon", confidence=0.9)
    page.wait_for("document.getElementById('entries').innerText.includes('lift is slow')")

    assert page.browser.evaluate("document.querySelectorAll('.entry .detail table').length") == 1


def test_leaving_the_page_closes_its_connection(page):
    for _ in range(8):
        page.open()
        page.browser.evaluate("new Promise((resume) => setTimeout(resume, 50))")


def test_news_are_shown_until_they_are_marked_as_seen(page):
    page.open()
    assert "Left wheel encoder" in page.text("#news")

    page.browser.evaluate("document.getElementById('seen').click()")
    page.wait_for("document.getElementById('news').innerText === 'Nothing has changed.'")


def test_a_present_fault_is_listed_first_and_its_bar_reaches_to_now(page):
    pump = {**FAULT, "summary": "Pump: no flow", "key": Key("diagnostics", "pump", "no flow"),
            "component": "pump"}  # fmt: skip
    lock = (page.home / NODE_LOCK).open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)  # as a node does
    with page.memory(write=True) as memory:
        memory.observe(Observation(Kind.ONSET, page.clock.now(), **pump))
    page.clock.set(page.clock.now().time + timedelta(hours=2))
    page.open()

    assert re.match("Degraded since .*: Pump: no flow$", page.text("#presence"))
    first = "#entries > li:first-child"
    assert "Pump: no flow" in page.text(first)
    assert "there since" in page.text(first)
    assert page.browser.evaluate(f"document.querySelector('{first}').classList.contains('there')")
    page.wait_for("document.querySelector('#timeline td.open')")
    assert page.text("#timeline tbody tr:first-child th") == "pump"
    assert page.text("#there .present a") == "Pump: no flow"
    lock.close()
    with page.memory(write=True) as memory:
        memory.observe(Observation(Kind.END, page.clock.now(), detail={"lasted": 7200.0}, **pump))
    page.open()
    page.wait_for("!document.querySelector('.entry.there')")
    assert page.text("#presence").startswith("No fault is known to be there now; no node ")
    assert "Pump: no flow" in page.text("#there")  # it was the last one
    assert "over, was there for 2.0 h" in page.text("#entries")


def of_part(part, **fields):
    """Return a detector's fields for a failing part."""
    key = Key("diagnostics", part, "fails")
    return {**FAULT, "summary": f"{part}: fails", "key": key, "component": part, **fields}


def test_the_headline_names_the_most_severe_fault_that_is_not_known(page):
    battery, fan = of_part("battery"), of_part("fan")
    error = of_part("hub", severity=Severity.ERROR, tags=("error",), confidence=0.9)
    with (page.home / NODE_LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as a node does
        with page.memory(write=True) as memory:
            for one in (battery, fan, error):
                memory.observe(Observation(Kind.ONSET, page.clock.now(), **one))
                page.clock.set(page.clock.now().time + timedelta(minutes=5))
            memory.flush()
            ids = {entry.key.component: entry.id for _, entry in memory.entries() if entry.key}
            memory.declare_known(ids["battery"], "it is old", source="person:ada")
        page.open()

        assert "Degraded since" in page.text("#presence")
        assert page.text("#presence").endswith(": hub: fails, and 1 other fault")
        shown = page.text("#there")
        assert shown.index("hub: fails") < shown.index("fan: fails") < shown.index("battery: fails")
        assert shown.count("; known") == 1
        with page.memory(write=True) as memory:
            for one in (battery, fan, error):
                ended = {"lasted": 60.0}
                memory.observe(Observation(Kind.END, page.clock.now(), detail=ended, **one))


def test_repeats_are_counted_and_numbers_are_rounded_for_people(page):
    line = of_part("pump", context={"humidity": 0.7083, "flow": 17760.4})
    again = {"momentary": True, "lasted": 300.0, "repeats": 26}
    frame = {"frame": {"flow": [[-1.0, 17760.4], [0.0, 17900.0]]}, "momentary": True}
    with page.memory(write=True) as memory:
        memory.observe(Observation(Kind.ONSET, page.clock.now(), detail=frame, **line))
        page.clock.set(page.clock.now().time + timedelta(minutes=5))
        memory.observe(Observation(Kind.END, page.clock.now(), detail=again, **line))
        memory.flush()
        (pump,) = (entry.id for _, entry in memory.entries() if "pump" in entry.text)
    page.open()
    page.wait_for(f"document.getElementById('{pump}')")

    assert "seen once with 26 repeats, last just now, first 5 minutes ago" in page.text(f"#{pump}")
    page.browser.evaluate(f"document.querySelector('#{pump} > button').click()")
    page.wait_for(f"document.querySelector('#{pump} .detail table')")
    told = page.browser.evaluate(f"document.querySelector('#{pump}').textContent")
    assert "humidity 0.7083" in told
    assert "0.7083 1" not in told
    assert "flow: 17760 to 17900" in told


def test_a_node_that_receives_nothing_makes_the_state_unknown(page):
    node = SingleNodeLock(page.home)
    node.tell(Hearing(0.0, read_uptime() - 600.0, patience=30.0))
    page.open()

    calm = "No fault is known to be there now; nothing was heard for 10 min"
    assert page.text("#presence") == calm
    assert page.text("#there").startswith("Not known, nothing was heard for 10 min.")
    assert page.browser.evaluate("document.getElementById('presence').className") == "unsure"
    node.tell(Hearing(0.0, read_uptime(), patience=30.0))
    page.open()
    assert page.text("#presence") == "No fault is there now; a node watches"
    assert page.text("#there").startswith("No fault.")
    assert page.browser.evaluate("document.getElementById('presence').className") == "fine"
    node.release()


def test_notes_of_agents_are_listed_after_detected_faults(page):
    door = {**FAULT, "summary": "Door contact bounces", "component": "door", "confidence": 0.45,
            "key": Key("diagnostics", "door", "bounces")}  # fmt: skip
    with page.memory(write=True) as memory:
        for kind in (Kind.ONSET, Kind.END):
            memory.observe(Observation(kind, page.clock.now(), **door))
        for shelf in range(24):
            memory.remember("environment_note", f"Shelf {shelf} is bent", confidence=0.59,
                            source="agent:planner")  # fmt: skip
    page.open()
    page.wait_for("document.getElementById('entries').textContent.includes('Shelf')")

    shown = page.browser.evaluate("document.getElementById('entries').textContent")
    assert shown.index("Left wheel encoder") < shown.index("Door contact") < shown.index("Shelf")
    page.wait_for("document.getElementById('timeline').textContent.includes('door')")
    assert "left wheel encoder" in page.text("#timeline")


def test_the_map_of_events_and_the_trusted_peers_are_shown(page):
    page.open()

    assert page.browser.evaluate("document.querySelectorAll('#map .cell').length") == 5
    assert page.browser.evaluate("document.querySelectorAll('#map .seen').length") == 3
    bar = page.browser.evaluate("document.querySelector('#map .scale + text').textContent")
    assert bar == "2 m"
    assert "shelf (RRN-000000000002)" in page.text("#peers")
    assert "trusted since" in page.text("#peers")


def test_a_limit_shows_its_onsets_and_moments_without_the_fault(page):
    with RobotMemory.open(page.home, clock=page.clock) as memory:
        drive_and_fail(memory, page.clock, [0.1, 0.4, 0.2, 0.5, 0.1, 0.4, 0.2])
        limit = learn(memory)
        memory.save(force=True)

    page.open()
    page.browser.evaluate(f"document.querySelector('#{limit} > button').click()")
    page.wait_for(f"document.querySelector('#{limit} .bound')")

    assert page.browser.evaluate(f"document.querySelectorAll('#{limit} .onset').length") == 3
    assert page.browser.evaluate(f"document.querySelectorAll('#{limit} .moment').length") >= 2


def test_a_proposal_is_approved_with_a_signature_from_another_computer(page):
    with page.memory() as memory:
        (proposal,) = memory.long_term.levels.proposals.all()
    signed = sign_approval(
        memory.long_term.assist.to_sign(memory.rrn, proposal),
        keys_for("ada"),
        page.clock.now().time,
    )
    token = page.token("grace", TokenScope.APPROVE)
    page.open()
    page.browser.evaluate(f"""
        document.querySelector('#sign-in').open = true;
        document.getElementById('token').value = {json.dumps(token)};
        document.getElementById('access').requestSubmit();
        document.querySelector('.proposal').open = true;
    """)
    page.wait_for("document.querySelector('.proposal textarea')")
    assert "+Dock slowly, 0.2 m/s." in page.text(".difference")
    page.browser.evaluate(f"""
        document.querySelector('.proposal textarea').value = {json.dumps(json.dumps(signed))};
        document.querySelector('.proposal form').requestSubmit();
    """)
    page.wait_for("!document.querySelector('.proposal')")

    assert (page.home / "procedural/skills/dock/SKILL.md").read_text() == SKILL


@pytest.fixture
def writer(page, request):
    """The page with write access, showing the note about the ramp."""
    page.open()
    token = page.token(request.node.name[:64], TokenScope.WRITE)
    page.browser.evaluate(f"sessionStorage.setItem('robot-memory-token', '{token}')")
    with page.memory(write=True) as memory:
        noted = memory.remember("environment_note", "Ramp is steep").id
    page.open(f"#{noted}")
    page.wait_for(f"document.querySelector('#{noted} .filter button')")
    yield page, noted
    page.browser.evaluate("sessionStorage.clear()")


def press_button(page, noted, name, words=""):
    buttons = f"[...document.querySelectorAll('#{noted} .filter button')]"
    page.browser.evaluate(f"{buttons}.find((one) => one.innerText === {name!r}).click()")
    then = page.text(f"#{noted} .action p")
    if words:
        page.browser.evaluate(f"document.querySelector('#{noted} .action input').value = {words!r}")
    page.browser.evaluate(f"document.querySelector('#{noted} .action .go').click()")
    return then


def test_a_person_resolves_an_entry_and_undoes_it(writer):
    page, noted = writer
    assert "The next occurrence opens it again" in press_button(page, noted, "Resolve", "levelled")
    page.wait_for(f"!document.getElementById('{noted}')")
    with page.memory() as memory:
        entry = memory.why(noted)[0]
    assert (entry.type.value, entry.extra["resolved_note"]) == ("resolved", "levelled")

    page.browser.evaluate(f"location.hash = ''; location.hash = '{noted}'")
    offered = f"document.querySelector('#{noted} .filter')?.innerText"
    page.wait_for(f"{offered}?.includes('Delete') && !{offered}.includes('Mute')")
    assert page.text(f"#{noted} .filter").split() == ["Delete", "Undo"]
    press_button(page, noted, "Undo")
    page.wait_for(f"!document.getElementById('{noted}')")  # no longer among the resolved entries
    with page.memory() as memory:
        assert memory.why(noted)[0].type.value == "environment_note"


def test_only_applicable_actions_are_offered_for_an_entry(writer):
    page, noted = writer
    before = page.text(f"#{noted} .filter").split()
    assert {"Keep", "Mute", "Known"} <= {*before} and "Unmute" not in before

    press_button(page, noted, "Mute", "I know")
    page.wait_for(f"document.querySelector('#{noted} .filter').innerText.includes('Unmute')")
    press_button(page, noted, "Keep")
    page.wait_for(f"!document.querySelector('#{noted} .filter').innerText.includes('Keep')")
    assert "stands until it is resolved" in page.text(f"#{noted} > button")


def test_a_refused_correction_shows_the_reason(writer):
    page, noted = writer
    press_button(page, noted, "Correct", "Ramp is steep")  # already shown
    page.wait_for(f"document.querySelector('#{noted} .action [role=alert]').innerText")

    assert "says that already" in page.text(f"#{noted} .action [role=alert]")


def test_a_note_is_added_with_keep_on_the_page(writer):
    page, _ = writer
    page.browser.evaluate(
        "document.getElementById('add').open = true;"
        "document.getElementById('note-text').value = 'Lift stops at floor 3';"
        "document.getElementById('note-keep').checked = true;"
        "document.querySelector('#note button').click()"
    )
    page.wait_for("document.getElementById('entries').innerText.includes('Lift stops at floor 3')")

    with page.memory() as memory:
        (entry,) = (one for _, one in memory.entries() if one.text == "Lift stops at floor 3")
    assert entry.extra["kept_until"] == "withdrawn"


def test_axe_finds_no_accessibility_defect_for_a_signed_in_person(writer):
    page, noted = writer
    try:
        axe_script()
    except NoAxe as error:
        pytest.skip(str(error))
    page.browser.evaluate("document.getElementById('add').open = true")
    page.browser.evaluate(f"document.querySelectorAll('#{noted} .filter button')[2].click()")
    assert axe_faults(page.browser) == []


def ask_fleet(page, **size):
    page.browser.show(size.get("width", 1280), 800)
    page.browser.open(f"{page.url}fleet")
    page.wait_for("document.querySelectorAll('#lessons > li').length === 1")
    page.browser.evaluate("""
        document.getElementById('words').value = 'slips';
        document.querySelector('#ask button').click();
    """)
    page.wait_for("document.getElementById('answer').innerText.includes('2 of 2 robots')")


def test_the_fleet_page_lists_the_worst_robot_first_and_escapes_texts(page):
    ask_fleet(page)

    assert "img src=x onerror=alert(1)" in page.text("#answer")
    assert page.browser.evaluate("document.querySelectorAll('img').length") == 0
    worst, best = page.browser.evaluate(
        "[...document.querySelectorAll('#robots > li')].map(one => one.innerText)"
    )
    assert talker(12).rrn in worst and "5 failures in 80 h" in worst
    assert talker(11).rrn in best and "1 failure in 80 h" in best
    assert "of no class" in page.text("#lessons")


def test_axe_finds_no_accessibility_defect_on_the_fleet_page_on_a_phone(page):
    try:
        axe_script()
    except NoAxe as error:
        pytest.skip(str(error))
    ask_fleet(page, width=390)

    assert axe_faults(page.browser) == []
    assert page.browser.evaluate("document.documentElement.scrollWidth") == 390


def test_the_page_shows_when_the_robot_does_not_answer(page):
    page.open()
    page.close()
    page.wait_for("document.getElementById('state').textContent.startsWith('Not up to date')")
    entries = page.browser.evaluate("document.getElementById('entries').textContent")
    assert "Left wheel encoder" in entries
