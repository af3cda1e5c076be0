"""A person's decisions on the page in a real browser, while agents and others act too."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from chromium import BrowserFailed, Chromium, find_chromium
from page_under_test import PageUnderTest

from robot_memory import RobotMemory
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation

pytestmark = pytest.mark.skipif(not find_chromium(), reason="no Chromium on this machine")

MORNING = datetime(2026, 12, 1, 8, 0, tzinfo=timezone.utc)
WIFI = {
    "summary": "Wifi: signal weak", "key": Key("diagnostics", "wifi", "signal weak"),
    "component": "wifi", "entry_type": "hardware_observation", "confidence": 0.6,
    "topic": "/diagnostics",
}  # fmt: skip
FRAME = {"frame": {"arm speed": [[float(second), 0.4] for second in range(-10, 3)]}}


@pytest.fixture(scope="module")
def browser_page(tmp_path_factory):
    home = tmp_path_factory.mktemp("decisions") / "home"
    clock = ManualClock(MORNING, kind="wall", boot="test")
    with RobotMemory.open(home, clock=clock) as memory:
        memory.observe(Observation(Kind.ONSET, clock.now(), detail=FRAME, **WIFI))
        clock.set(MORNING + timedelta(minutes=5))
        memory.observe(Observation(Kind.END, clock.now(), detail={"lasted": 300.0}, **WIFI))
    try:
        browser = Chromium(find_chromium())
    except BrowserFailed as error:
        pytest.skip(f"Chromium is there, and does not start: {error}")
    with browser:
        page = PageUnderTest(home, clock, browser)
        yield page
        page.close()


@pytest.fixture
def page(browser_page, request):
    """The page, opened with a token that allows writing."""
    page = browser_page
    page.open()
    token = page.token(request.node.name[:64], TokenScope.WRITE)
    page.browser.evaluate(f"sessionStorage.setItem('robot-memory-token', '{token}')")
    yield page
    page.browser.evaluate("sessionStorage.clear()")


@pytest.fixture
def wifi(page):
    with page.memory() as memory:
        return next(entry.id for _, entry in memory.entries() if entry.text == "Wifi: signal weak")


@pytest.fixture
def ramp(page):
    """The id of a person's note, which is removed afterwards."""
    with page.memory(write=True) as memory:
        noted = memory.remember("environment_note", "Ramp is steep").id
    yield noted
    with page.memory(write=True) as memory:
        if any(entry.id == noted for _, entry in memory.entries(include_resolved=True)):
            memory.forget(noted)


def entry_of(page, entry_id):
    with page.memory() as memory:
        return memory.why(entry_id)[0]


def click(page, selector, words):
    found = (
        f"[...document.querySelectorAll('{selector}')].find((one) => one.innerText === {words!r})"
    )
    page.wait_for(f"{found} !== undefined")
    page.browser.evaluate(f"{found}.click()")


def fill(page, selector, words):
    page.browser.evaluate(f"document.querySelector('{selector}').value = {json.dumps(words)}")


def sees(page, selector, words):
    page.wait_for(f"document.querySelector('{selector}')?.innerText.includes({json.dumps(words)})")


def open_entry(page, entry_id):
    page.open(f"#{entry_id}")
    page.wait_for(f"document.querySelector('#{entry_id} .filter button')")


def test_a_person_refuses_an_agents_request_on_the_page(page, wifi):
    with page.memory(write=True) as memory:
        memory.declare_known(wifi, "dead spot", source="agent:planner")
    before = entry_of(page, wifi)
    page.open()

    click(page, "#needs .filter button", "Refuse 'known'")
    sees(page, "#needs .action", "no agent asks for it again")
    assert entry_of(page, wifi) == before  # a button only announces what will happen

    click(page, "#needs .go", "Refuse 'known'")
    sees(page, "#done", "Refused: Wifi: signal weak")
    after = entry_of(page, wifi)
    assert "known_asked_by" not in after.extra
    assert after.observation_count == before.observation_count


def test_an_agents_request_to_forget_is_shown_with_delete_and_still_so(page, ramp):
    with page.memory(write=True) as memory:
        memory.forget(ramp, "I drove past", source="agent:planner")
    page.open()

    sees(page, "#needs", "is it to be deleted")
    assert page.text("#needs .filter").split() == ["Delete", "Still", "so"]
    sees(page, f"#{ramp}", "“agent:planner asks to forget it: I drove past”")
    assert "recovered?" not in page.text(f"#{ramp}")


def test_the_sign_in_form_opens_again_after_it_was_closed(page):
    page.browser.evaluate("sessionStorage.clear()")
    page.open("#sign-in")
    page.wait_for("document.getElementById('sign-in').open")
    page.browser.evaluate("document.getElementById('sign-in').open = false")
    click(page, "#caller a", "Sign in")

    page.wait_for("document.getElementById('sign-in').open")
    assert page.focused() == "token"


def test_an_invalid_token_is_refused_with_a_visible_message(page):
    page.open()
    page.browser.evaluate("document.getElementById('sign-in').open = true")
    fill(page, "#token", "rmt_wrong")
    page.browser.evaluate("document.querySelector('#access button').click()")

    page.wait_for("document.getElementById('token-status').innerText")
    assert page.browser.evaluate("document.getElementById('sign-in').open")
    bottom = "document.getElementById('token-status').getBoundingClientRect().bottom"
    assert page.browser.evaluate(f"{bottom} < innerHeight")


def test_a_note_that_is_too_long_is_refused_whole_and_stays_in_its_field(page):
    page.open()
    long = "very " * 110 + "IMPORTANT END"
    page.browser.evaluate("document.getElementById('add').open = true")
    fill(page, "#note-text", long)
    page.browser.evaluate("document.querySelector('#note button').click()")

    sees(page, "#note-status", "500")
    assert page.browser.evaluate("document.getElementById('note-text').value") == long


def test_a_correction_is_refused_if_the_text_changed_meanwhile(page, ramp):
    open_entry(page, ramp)
    click(page, f"#{ramp} .filter button", "Correct")
    with page.memory(write=True) as memory:
        memory.correct(ramp, "Ramp is icy", source="person:bruno")
    fill(page, f"#{ramp} .action input", "Ramp is flat")
    page.browser.evaluate(f"document.querySelector('#{ramp} .go').click()")

    sees(page, f"#{ramp} [role=alert]", "reads “Ramp is icy”")
    assert entry_of(page, ramp).text == "Ramp is icy"

    page.browser.evaluate(f"document.querySelector('#{ramp} .go').click()")
    sees(page, "#done", "Corrected: Ramp is flat")
    assert entry_of(page, ramp).text == "Ramp is flat"


def test_a_correction_is_refused_if_the_entry_was_resolved_meanwhile(page, ramp):
    open_entry(page, ramp)
    click(page, f"#{ramp} .filter button", "Correct")
    with page.memory(write=True) as memory:
        memory.resolve(ramp, "levelled", source="person:bruno")
    fill(page, f"#{ramp} .action input", "Ramp is flat")
    page.browser.evaluate(f"document.querySelector('#{ramp} .go').click()")

    sees(page, f"#{ramp} [role=alert]", "It was resolved meanwhile")
    assert entry_of(page, ramp).text == "Ramp is steep"


def test_undo_is_refused_if_somebody_else_changed_the_entry_since(page, ramp):
    open_entry(page, ramp)
    click(page, f"#{ramp} .filter button", "Resolve")
    page.browser.evaluate(f"document.querySelector('#{ramp} .go').click()")
    sees(page, "#done", "Resolved: Ramp is steep")
    with page.memory(write=True) as memory:
        memory.correct(ramp, "Ramp is icy", source="person:bruno")
    click(page, "#done button", "Undo")

    sees(page, "#done", "Somebody changed it since: “Ramp is icy”")
    assert entry_of(page, ramp).text == "Ramp is icy"


def test_an_entry_is_muted_until_a_time_that_was_chosen(page, ramp):
    open_entry(page, ramp)
    click(page, f"#{ramp} .filter button", "Mute")
    fill(page, f"#{ramp} .action input[type=datetime-local]", "2027-03-01T12:00")
    page.browser.evaluate(f"document.querySelector('#{ramp} .go').click()")

    sees(page, "#done", "Muted: Ramp is steep")
    assert entry_of(page, ramp).extra["muted_until"] == datetime(
        2027, 3, 1, 12, tzinfo=timezone.utc
    )


def test_signing_in_shows_the_actions_of_the_open_entry(page, ramp):
    token = page.browser.evaluate("sessionStorage.getItem('robot-memory-token')")
    page.browser.evaluate("sessionStorage.clear()")
    page.open(f"#{ramp}")
    sees(page, f"#{ramp}", "Who says so")
    page.browser.evaluate("document.getElementById('sign-in').open = true")
    fill(page, "#token", token)
    page.browser.evaluate("document.querySelector('#access button').click()")

    page.wait_for(f"document.querySelector('#{ramp} .filter button')")


def test_typed_text_survives_if_another_person_resolves_the_entry(page, ramp):
    open_entry(page, ramp)
    click(page, f"#{ramp} .filter button", "Correct")
    fill(page, f"#{ramp} .action input", "Ramp is very steep")
    with page.memory(write=True) as memory:
        memory.resolve(ramp, "levelled", source="person:bruno")
    sees(page, f"#{ramp} > button", "resolved")

    value = page.browser.evaluate(f"document.querySelector('#{ramp} .action input').value")
    assert value == "Ramp is very steep"


def test_escape_closes_a_confirmation_and_focuses_its_button(page, ramp):
    open_entry(page, ramp)
    click(page, f"#{ramp} .filter button", "Resolve")
    page.browser.evaluate(
        f"document.querySelector('#{ramp} .action input').dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
    )

    assert not page.browser.evaluate(f"document.querySelector('#{ramp} .action').checkVisibility()")
    assert page.focused() == "Resolve"


def test_a_collapsed_confirmation_does_not_block_updates_of_the_list(page, ramp):
    with page.memory(write=True) as memory:
        notes = [memory.remember("environment_note", f"Bay {n} is wet", source="agent:p").id
                 for n in range(3)]  # fmt: skip
    page.open()
    page.browser.evaluate("document.querySelectorAll('#needs summary')[0].click()")
    click(page, "#needs .filter button", "Still so")
    page.browser.evaluate("document.querySelectorAll('#needs summary')[0].click()")
    page.browser.evaluate("document.activeElement.blur()")
    with page.memory(write=True) as memory:
        memory.forget(ramp, "gone", source="agent:planner")

    sees(page, "#needs", "is it to be deleted")
    with page.memory(write=True) as memory:
        for one in notes:
            memory.forget(one)


def test_declaring_known_as_requested_uses_the_end_the_agent_asked_for(page, ramp):
    end = page.clock.now().time + timedelta(days=3)
    with page.memory(write=True) as memory:
        memory.declare_known(ramp, "we go round", until=end, source="agent:planner2")
    page.open()
    click(page, "#needs .filter button", "Known")
    fill(page, "#needs .action input", "seen")
    page.browser.evaluate("document.querySelector('#needs .go').click()")
    sees(page, "#done", "Declared known: Ramp is steep")

    assert entry_of(page, ramp).extra["known_until"] == end


def test_a_constant_signal_is_shown_with_one_value_and_its_time(page, wifi):
    open_entry(page, wifi)

    sees(page, ".detail:not([hidden])", "arm speed: always 0.4;")
    drawn = "document.querySelector('.detail:not([hidden])').textContent"
    assert page.browser.evaluate(f"{drawn}.includes('-10.0 s')")


def test_the_line_of_the_onset_is_inside_the_plot_of_the_signals_before_it(page):
    before = {"frame": {"arm speed": [[float(second), 0.4 + second] for second in range(-10, 0)]}}
    lift = {**WIFI, "summary": "Lift: stuck", "key": Key("diagnostics", "lift", "stuck")}
    with page.memory(write=True) as memory:
        memory.observe(Observation(Kind.ONSET, page.clock.now(), detail=before, **lift))
        memory.flush()
        entry_id = next(one.id for _, one in memory.entries() if one.text == "Lift: stuck")
    open_entry(page, entry_id)
    svg = "document.querySelector('.detail:not([hidden]) svg:has(.axis[y2=\"64\"])')"
    page.wait_for(f"{svg} !== null")

    line = f"Number({svg}.querySelector('.axis').getAttribute('x1'))"
    assert page.browser.evaluate(f"{line} <= {svg}.viewBox.baseVal.width")


def test_keeping_a_note_does_not_change_when_it_was_seen(page):
    with page.memory(write=True) as memory:
        kept = memory.remember("environment_note", "Lift stops at floor 3", keep=True).id
    page.clock.set(page.clock.now().time + timedelta(days=20))
    with page.memory(write=True) as memory:
        memory.remember("environment_note", "Gate is blue")
    page.open()

    sees(page, f"#{kept}", "seen once, first 20 days ago; stands until it is resolved")


def test_a_robot_that_does_not_answer_is_shown_as_not_up_to_date(page):
    page.open()
    state = page.text("#presence")
    page.fall_silent(30.0)

    sees(page, "#presence", f"then: {state}")
    assert page.text("#presence").startswith("Not heard since")
    sees(page, "#state", "Not up to date")
    page.wait_for(f"document.querySelector('#presence').innerText === {json.dumps(state)}")


def test_a_person_whose_token_was_revoked_is_signed_out_with_a_message(page, request):
    page.open()
    sees(page, "#caller", "Signed in as")
    page.revoke(request.node.name[:64])
    with page.memory(write=True) as memory:
        memory.remember("environment_note", "Hall 3 is dark")

    sees(page, "#done", "the robot does not know your token any more")
    sees(page, "#caller", "Sign in")


def test_an_archived_entry_is_reported_without_a_link(page, ramp):
    with page.memory(write=True) as memory:
        memory.forget(ramp)
    page.open()

    sees(page, "#news", "Archived: Ramp is steep")
    assert "Ramp is steep" not in page.browser.evaluate(
        "[...document.querySelectorAll('#news a')].map((one) => one.innerText).join()"
    )


@pytest.fixture
def statement(page):
    """The text of a statement of another robot, which is withdrawn afterwards."""
    pytest.importorskip("cryptography")
    from federation_builders import note, size_of, talker

    from robot_memory.foundation.identity.trust_store import TrustStore
    from robot_memory.sharing.federation.exchange_setup import make_own_keys

    alex, now = talker(), page.clock.now().time

    def say(*texts):
        with page.memory(write=True) as memory:
            make_own_keys(memory.home, memory.rrn)
            TrustStore(memory.home.peers).trust(alex.card, now, name="Alex")
            said = alex.says(
                *(note(one, first_seen=now, last_reinforced=now) for one in texts), issued=now
            )
            memory.federate(lambda news: None).receive_all([(said, size_of(said))])

    say("East corridor is blocked")
    yield "East corridor is blocked"
    say()


def test_a_person_mutes_a_statement_of_another_robot_and_takes_that_back(page, statement):
    page.open()
    click(page, "#peers .filter button", "Mute")
    fill(page, "#peers .action input", "it is free")
    click(page, "#peers .go", "Mute")
    sees(page, "#done", f"Muted: {statement}")
    sees(page, "#peers", f"“{statement}” (muted)")
    with page.memory() as memory:
        assert statement not in memory.peers.context(1000).text

    click(page, "#done button", "Undo")
    sees(page, "#done", f"Taken back: {statement}")
    page.wait_for("!document.querySelector('#peers').innerText.includes('(muted)')")
    with page.memory() as memory:
        assert statement in memory.peers.context(1000).text
