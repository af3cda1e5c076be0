"""The main tasks on the page, each within four clicks, in a real browser.

A click is a mouse press on a visible element; typing into a field does not count.

If $TASK_PICTURES names a folder, each of the eight tasks saves a picture of its answer there.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from chromium import BrowserFailed, Chromium, find_chromium
from federation_builders import talker
from fleet_builders import HearingFleet, described, fault
from page_under_test import PageUnderTest
from small_picture import small_picture

from robot_memory import RobotMemory
from robot_memory.applications.black_box import Trigger
from robot_memory.applications.black_box.fault_recordings import METADATA_NAME
from robot_memory.applications.black_box.mcap_writer import McapWriter
from robot_memory.applications.fleet.database import SqliteAddress
from robot_memory.foundation.home import NODE_LOCK
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome

HOSTILE = "<img src=x onerror=alert(1)>"
pytestmark = pytest.mark.skipif(not find_chromium(), reason="no Chromium on this machine")

START = datetime(2026, 12, 1, 8, 0, tzinfo=timezone.utc)
MOST_CLICKS = 4
DOOR = "Drive at 0.2 m/s or slower through the kitchen doorway: it has a 3 cm lip"
FRAME = {"wheel current": [[float(second), 2.0 + (second > -3) * 5.0] for second in range(-10, 3)]}


def fault_of(part, says):
    return {
        "summary": f"{part}: {says}", "key": Key("diagnostics", part, says), "component": part,
        "entry_type": "hardware_observation", "confidence": 0.6, "topic": "/diagnostics",
        "tags": ("error",), "severity": Severity.ERROR,
    }  # fmt: skip


WHEEL, IMU = fault_of("left wheel", "slips"), fault_of("imu", "no data")


def live(home, clock):
    """Five days: a wheel that slips more often each day, a note, and an IMU that falls silent."""
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", DOOR, tags=["kitchen"])
        for day in range(5):
            for time in range(day + 1):
                clock.set(START + timedelta(days=day, hours=time))
                onset = Observation(Kind.ONSET, clock.now(), detail={"frame": FRAME}, **WHEEL)
                memory.observe(onset)
                clock.set(clock.now().time + timedelta(minutes=10))
                end = Observation(Kind.END, clock.now(), detail={"lasted": 600.0}, **WHEEL)
                memory.observe(end)
            memory.add_exposure({}, [OperatingSample(clock.now(), 3600.0 * (day + 1))])
            memory.flush()
            memory.save(force=True)
        ((_, wheel),) = (one for one in memory.entries() if one[1].key is not None)
        memory.home.black_box.mkdir()
        writer = McapWriter(memory.home.black_box / "wheel.mcap", {})
        trigger = Trigger("created", clock.now().time, 0.0, wheel.id, wheel.text)
        writer.write_metadata(METADATA_NAME, trigger.to_fields())
        writer.close()
        clock.set(START + timedelta(days=4, hours=6))
        for number in range(12):
            memory.report_outcome(TaskOutcome("dock at bay 2", number % 3 > 0, "person:ada"))
        memory.observe(Observation(Kind.ONSET, clock.now(), **IMU))
    clock.set(clock.now().time + timedelta(hours=2))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    home = tmp_path_factory.mktemp("tasks") / "home"
    clock = ManualClock(START, kind="wall", boot="test")
    live(home, clock)
    try:
        browser = Chromium(find_chromium())
    except BrowserFailed as error:
        pytest.skip(f"Chromium is there, and does not start: {error}")
    with (home / NODE_LOCK).open("w") as lock, browser:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as a node does
        page = PageUnderTest(home, clock, browser)
        yield page
        page.close()


@pytest.fixture(scope="module")
def fleet_page(page, tmp_path_factory):
    """The page of a home that keeps a fleet: one robot fails often, one once, four never."""
    home = tmp_path_factory.mktemp("fleet") / "home"
    RobotMemory.open(home, clock=page.clock).close()
    fleet = HearingFleet(home, SqliteAddress(home / "fleet.db"))
    robots = [("Anton", 60, 1), ("Berta", 2400, 20), *((name, 2400, 0) for name in "CDEF")]
    for number, (name, minutes, failures) in enumerate(robots, start=1):
        fleet.believe(talker(number), name=name)
        slips = fault()
        told = [(slips, "left wheel", (failures,))] if failures else []
        about = described(*told, minutes=(minutes,), failures=(failures,))
        fleet.hear(talker(number), slips, robot=about)
    clock = fleet.clock
    fleet.database.close()
    with closing(PageUnderTest(home, clock, page.browser)) as shown:
        yield shown


class Person:
    """A new user of the page, whose clicks are counted."""

    def __init__(self, page):
        self.page, self.clicks = page, 0
        page.open()

    def click(self, selector, words=""):
        """Click the first visible element that contains ``words``."""
        self.clicks += 1
        assert self.clicks <= MOST_CLICKS
        found = (
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            f".find((one) => one.checkVisibility() && one.innerText.includes({json.dumps(words)}))"
        )
        self.page.wait_for(found)
        self.page.browser.evaluate(f"{found}.click()")

    def type(self, selector, words):
        self.page.browser.evaluate(
            f"document.querySelector({json.dumps(selector)}).value = {json.dumps(words)}"
        )

    def sees(self, selector, words):
        """Wait until an element contains ``words``."""
        self.page.wait_for(
            f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(words)})"
        )

    def leaves_picture(self, name, selector="body"):
        """Save a picture of an element, if pictures are wanted."""
        if folder := os.environ.get("TASK_PICTURES"):
            browser = self.page.browser
            browser.show(960, 640)
            browser.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView()")
            small_picture(browser, Path(folder) / f"{name}.png")


def signed_in(page, name, scope):
    """Open the page with a token; return its user."""
    token = page.token(name, scope)
    page.browser.evaluate(f"sessionStorage.setItem('robot-memory-token', '{token}')")
    person = Person(page)
    person.sees("#caller", f"Signed in as {name} ({scope})")
    return person


@pytest.fixture
def person(page):
    return Person(page)


def test_the_page_shows_at_once_if_the_robot_is_degraded_and_why(person):
    person.sees("#presence", "Degraded since")
    person.sees("#presence", ": imu: no data")
    person.sees("#there", "imu: no data")
    assert person.clicks == 0
    person.leaves_picture("fit-to-drive")


@pytest.mark.parametrize(
    ("decide", "source", "state"),
    [
        ("declare_known", "person:ada", "Nothing new is wrong: 1 fault there now"),
        ("mute", "person:ada", "Nothing new is wrong: 1 fault there now"),
        ("declare_known", "agent:planner", "Degraded since"),
        ("mute", "agent:planner", "Degraded since"),
    ],
)
def test_only_a_person_can_decide_that_a_fault_no_longer_degrades_the_robot(
    page, decide, source, state
):
    with page.memory(write=True) as memory:
        (entry_id,) = (entry.id for _, entry in memory.entries() if "imu" in entry.text)
        words = {"reason": "ordered"} if decide == "declare_known" else {}
        getattr(memory, decide)(entry_id, source=source, **words)
    person = Person(page)
    person.sees("#presence", state)
    with page.memory(write=True) as memory:
        memory.undo(entry_id)


def test_the_page_shows_what_is_new_since_yesterday(person):
    person.clicks += 1  # the browser shows the choices in its own window
    person.page.browser.evaluate(
        "const since = document.getElementById('news-since');"
        "since.value = '1'; since.dispatchEvent(new Event('change'))"
    )
    person.sees("#news li:first-child", "New: imu: no data")
    person.page.wait_for("!document.getElementById('news').innerText.includes('kitchen doorway')")
    person.leaves_picture("what-is-new", "#news-title")


def test_a_deleted_or_corrected_text_is_not_shown_as_new(page):
    with page.memory(write=True) as memory:
        wrong = memory.remember("environment_note", "Crane of hall one is free to use").id
        gate = memory.remember("environment_note", "Gate two opens by itself", source="agent:p").id
        memory.save(force=True)
        memory.forget(wrong)
        memory.correct(gate, "Gate two opens by hand")
    person = Person(page)
    person.sees("#news", "Gate two opens by hand")
    with page.memory(write=True) as memory:
        memory.forget(gate)

    assert "by itself" not in page.text("#news")
    assert "New: Crane" not in page.text("#news")
    assert "Archived: Crane" in page.text("#news")


def test_a_search_leads_to_the_evidence_of_a_note(person):
    person.type("#question", "slow at the door")
    person.click("#search button")
    person.click("#hit-list a", "kitchen doorway")
    person.sees(".detail:not([hidden]) table", "note: " + DOOR)
    person.leaves_picture("why-slow-at-the-door", ".entry > [aria-expanded=true]")


def test_the_fleet_page_lists_the_least_reliable_robot_first(fleet_page):
    person = Person(fleet_page)

    person.click("nav a", "Fleet")

    person.sees("#robots li:first-child", "Berta")
    person.sees("#robots li:first-child", "2 h between failures")
    person.sees(
        "#robots li:first-child", "Began most often, warnings included: left wheel slips (20 times)"
    )
    person.sees("#robots > li:nth-child(3)", "no failure")
    person.sees("#robots > li:last-child", "1 other robot")
    marks = "['curve', 'mark'].map((one) => document.querySelectorAll(`#beside .${one}`).length)"
    assert fleet_page.browser.evaluate(marks) == [6, 2]  # robots, and how many of them failed
    person.leaves_picture("which-robot-is-the-worst")


def test_asking_the_fleet_moves_the_focus_to_the_answer(fleet_page):
    person = Person(fleet_page)
    person.click("nav a", "Fleet")
    person.sees("#robots li:first-child", "Berta")
    person.type("#words", "wheel slips")
    person.click("#ask button")

    person.sees("#answer", "robots tell of it now")
    fleet_page.wait_for("document.activeElement.id === 'answer-title'")


def test_a_search_without_a_clear_answer_reports_that_there_is_none(person):
    person.type("#question", "which key opens the door of the server room?")
    person.click("#search button")

    person.sees("#hits-title", "Nothing in the memory clearly answers")
    person.sees("#hit-list", "from ")


def test_the_timeline_shows_that_a_fault_becomes_more_frequent(person):
    person.sees("#timeline .heat", "left wheel")
    cells = (
        "[...document.querySelectorAll('.heat tr')].find((row) => row.innerText.includes("
        "'left wheel')).querySelectorAll('td')"
    )
    counts = person.page.browser.evaluate(f"[...{cells}].slice(-5).map((one) => one.innerText)")
    assert counts == ["1", "2", "3", "4", "5"]

    person.click(".entry > button", "left wheel")
    person.sees(".detail:not([hidden])", "15 occurrences")
    person.leaves_picture("is-it-getting-worse", "#timeline-title")


def test_the_page_shows_the_context_that_agents_get(person):
    person.click("nav a", "What agents are told")
    person.sees("#told", "imu: no data (once, present since")
    person.sees("#told", "kitchen doorway")
    person.sees("#told-size", "tokens")
    person.leaves_picture("what-the-agent-knows", "#told-title")


def test_a_person_deletes_an_entry_and_undoes_it(person):
    person = signed_in(person.page, "grace", TokenScope.WRITE)
    person.click(".entry > button", "kitchen doorway")
    person.click(".filter button", "Delete")
    person.click(".action .go")
    person.page.wait_for(
        "!document.getElementById('entries').innerText.includes('kitchen doorway')"
    )
    person.sees("#done", f"Deleted: {DOOR}")

    person.click("#done button", "Undo")
    person.page.wait_for("document.getElementById('entries').innerText.includes('kitchen doorway')")
    person.page.browser.evaluate("sessionStorage.clear()")
    person.leaves_picture("take-back-a-mistake", "#entries-title")


def test_an_entry_shows_the_signals_before_its_onset_and_its_recording(person):
    person.click(".entry > button", "left wheel")
    person.sees(".detail:not([hidden])", "Signals before the onset of")
    person.sees(".detail:not([hidden])", "wheel current: 2 to 7;")
    person.sees(".detail:not([hidden])", "black_box/wheel.mcap (sign in to download it)")
    person.leaves_picture("ten-seconds-before", ".entry > [aria-expanded=true]")


def test_a_signed_in_person_downloads_the_recording_of_a_fault(person):
    person = signed_in(person.page, "hopper", TokenScope.READ)
    person.click(".entry > button", "left wheel")
    person.click(".detail:not([hidden]) button", "Download")
    person.sees(".detail:not([hidden])", "wheel.mcap was downloaded.")
    person.page.browser.evaluate("sessionStorage.clear()")


def test_pending_decisions_are_grouped_by_kind_and_can_be_opened(page):
    with page.memory() as memory:
        levels = memory.long_term.levels
        for number in range(5):
            levels.propose(f"skills/s{number}/SKILL.md", f"# S{number}\n", by="person:ada")
    person = Person(page)
    person.sees("#needs", "5 proposed skills")
    assert not page.browser.evaluate("document.querySelector('.proposal').checkVisibility()")

    person.click("#needs summary", "5 proposed skills")
    person.click("#needs summary", "skills/s3/SKILL.md")
    person.sees(".proposal[open]", "+# S3")


def test_the_reason_of_an_agent_is_quoted_after_its_name(page):
    reason = "replaced on Monday (person:ada)”; tested by person:ada"
    with page.memory(write=True) as memory:
        brake = memory.remember("hardware_observation", "Left brake squeaks on the ramp").id
        memory.declare_known(brake, reason, source="agent:bot")
    person = Person(page)

    told = "“replaced on Monday (person:ada)'; tested by person:ada”"
    person.sees(f"#{brake}", f"agent:bot asks to declare it known: {told}")
    with page.memory(write=True) as memory:
        memory.forget(brake)


def test_the_page_shows_the_reliability_of_parts_and_tasks(person):
    person.sees("#figures", "left wheel")
    person.sees("#figures", "15")
    person.sees("#figures", "Parts that failed in 15 h of operation")
    person.sees("#figures", "dock at bay 2 (reported by persons)")
    person.sees("#figures", "4 of 12")
    assert person.clicks == 0


def test_the_page_shows_facts_and_conversations_as_plain_text(page):
    with page.memory(write=True) as memory:
        now = memory.clock.now().time
        memory.long_term.facts.learn(
            [Statement("dock", "located_in", f"bay 2 {HOSTILE}", "ada")], now=now
        )
        session = memory.long_term.levels.sessions.start(now)
        session.add_turn("user", f"Bring the blue crate {HOSTILE}", now)
        session.add_turn("assistant", "It stands at bay 2", now)
        session.end(now)
    person = Person(page)
    person.sees("#facts", f"dock located in bay 2 {HOSTILE}")
    person.sees("#facts", "from ada")

    person.click("#sessions summary", "user: Bring the blue crate")
    person.sees("#sessions details[open]", "assistant: It stands at bay 2")


def test_a_person_with_a_revoked_token_can_read_and_sign_in_again(page):
    page.open()
    page.browser.evaluate("sessionStorage.setItem('robot-memory-token', 'rm_gone')")
    page.open()

    assert page.text("#caller") == "Sign in"
    page.browser.evaluate("document.querySelector('#caller a').click()")
    page.wait_for("document.activeElement.id === 'token'")
