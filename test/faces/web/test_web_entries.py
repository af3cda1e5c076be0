"""Entries over HTTP: reading and writing."""

from __future__ import annotations

from datetime import timedelta

from robot_memory import RobotMemory


def test_listing_entries_without_a_memory_returns_none_and_creates_nothing(site):
    assert site.client().get("/api/memory/entries").json()["items"] == []
    assert not site.home.exists()


def test_a_note_of_another_process_is_in_the_next_answer(site):
    client = site.client()
    assert client.get("/api/memory/entries").json()["total"] == 0

    site.remember("The kitchen doorway has a lip")

    (entry,) = client.get("/api/memory/entries").json()["items"]
    assert entry["text"] == "The kitchen doorway has a lip"


def test_a_note_is_stored_before_the_answer_is_sent(site):
    note = {"type": "environment_note", "text": "The lift stops at floor 3", "tags": ["lift"]}

    answer = site.writer().post("/api/memory/entries", json=note)

    assert answer.status_code == 201
    with RobotMemory.open(site.home, read_only=True) as memory:
        entry, rows = memory.why(answer.json()["id"])
    assert entry.text == "The lift stops at floor 3"
    assert rows[0].detail["by"] == "ada"


def test_a_repeated_note_returns_the_existing_entry(site):
    client = site.writer()
    note = {"type": "environment_note", "text": "The lift stops at floor 3"}
    first = client.post("/api/memory/entries", json=note)

    second = client.post("/api/memory/entries", json=note)

    assert second.status_code == 200
    assert second.json()["id"] == first.json()["id"]


def test_a_list_is_paged_with_links_to_the_next_page(site):
    for number in range(5):
        site.remember(f"Doorway {number} has a lip")
    client, url, seen = site.client(), "/api/memory/entries?limit=2", []

    while url:
        answer = client.get(url)
        seen += [entry["text"] for entry in answer.json()["items"]]
        url = answer.links.get("next", {}).get("url")

    assert sorted(seen) == [f"Doorway {number} has a lip" for number in range(5)]


def test_an_unchanged_answer_returns_304(site):
    site.remember("The kitchen doorway has a lip")
    client = site.client()
    first = client.get("/api/memory/stats")

    again = client.get("/api/memory/stats", headers={"If-None-Match": first.headers["etag"]})

    assert again.status_code == 304
    assert again.content == b""


def test_entries_with_slightly_decayed_confidences_return_304(site, clock):
    site.source._open = lambda write: RobotMemory.open(site.home, clock=clock, read_only=not write)
    client = site.writer()
    note = {"type": "environment_note", "text": "Lift 2 is slow", "confidence": 0.7}
    client.post("/api/memory/entries", json=note)
    tag = client.get("/api/memory/entries").headers["etag"]

    def status_after(passed: timedelta) -> int:
        clock.set(clock.now().time + passed)
        return client.get("/api/memory/entries", headers={"If-None-Match": tag}).status_code

    assert status_after(timedelta(seconds=10)) == 304
    assert status_after(timedelta(days=1)) == 200


def test_a_tag_with_a_comma_is_found(site):
    site.remember("The kitchen doorway has a lip", tags=["bay 3, north"])
    site.remember("Lift 2 is slow", tags=["lift"])
    client = site.client()

    (entry,) = client.get("/api/memory/entries", params={"tags": "bay 3, north"}).json()["items"]

    assert entry["text"] == "The kitchen doorway has a lip"
    assert client.get("/api/memory/entries?tags=").json()["items"] == []
    assert client.get("/api/memory/entries?tags=lift&tags=north").json()["total"] == 1


def test_an_entry_is_resolved_muted_corrected_and_forgotten(site):
    entry_id = site.remember("The kitchen doorway has a lip")
    client = site.writer()
    path = f"/api/memory/entries/{entry_id}"

    words = {"text": "The kitchen doorway has a lip of 3 cm"}
    assert client.post(f"{path}/correct", json=words).json()["text"] == words["text"]
    assert "muted_why" in client.post(f"{path}/mute", json={"why": "known"}).json()
    assert client.post(f"{path}/unmute").status_code == 200
    assert client.post(f"{path}/resolve", json={"note": "ramp"}).json()["type"] == "resolved"
    assert client.post(f"{path}/forget", json={"why": "gone"}).status_code == 200
    assert client.get(f"/api/memory/why/{entry_id}").status_code == 404


def test_an_entry_is_declared_known_and_the_declaration_is_withdrawn(site):
    entry_id = site.remember("The kitchen doorway has a lip")
    client = site.writer()
    path = f"/api/memory/entries/{entry_id}/known"

    known = client.post(path, json={"reason": "a ramp is ordered"}).json()
    assert (known["known_until"], known["known_why"]) == ("worse", "a ramp is ordered")
    assert client.post(path, json={}).status_code == 422
    assert "known_until" not in client.post(path, json={"withdraw": True}).json()


def test_an_entry_is_confirmed_and_kept_and_undo_reverts_it(site):
    entry_id = site.remember("The kitchen doorway has a lip")
    client = site.writer()
    path = f"/api/memory/entries/{entry_id}"

    assert client.post(f"{path}/confirm", json={"until": "2000-01-01"}).status_code == 422
    assert client.post(f"{path}/confirm", json={"keep": True}).json()["id"] == entry_id
    assert client.get(f"/api/memory/why/{entry_id}").json()["entry"]["kept_until"] == "withdrawn"
    undone = client.post(f"{path}/undo").json()
    assert "kept_until" not in undone
    assert undone["undone"].startswith("note by person:")

    refused = client.post(f"{path}/undo")
    assert (refused.status_code, "forget it" in refused.text) == (422, True)

    other = site.remember("The lift is slow")
    noted = client.post(f"/api/memory/entries/{other}/undo").json()
    assert noted["undone"].endswith("; it is in the archive") and "text" not in noted


def test_the_context_is_the_text_that_an_agent_gets(site):
    site.remember("The kitchen doorway has a lip")

    answer = site.client().get("/api/memory/context").json()

    with RobotMemory.open(site.home, read_only=True) as memory:
        assert answer["context"] == memory.context().text
    assert answer["tokens"] > 0


def test_recall_finds_what_was_noted(site):
    site.remember("The kitchen doorway has a lip")

    hits = site.client().get("/api/memory/recall", params={"query": "kitchen lip"}).json()["hits"]

    assert hits[0]["text"] == "The kitchen doorway has a lip"


def test_a_merely_nearest_hit_is_marked_as_no_answer(site):
    site.remember("The kitchen doorway has a lip")
    query = {"query": "which doorway key opens the server cabinet?"}

    (near, *_) = site.client().get("/api/memory/recall", params=query).json()["hits"]
    (found, *_) = site.client().get("/api/memory/recall", params={"query": "lip"}).json()["hits"]

    assert (near["is_answer"], found["is_answer"]) == (False, True)


def test_recall_until_a_day_includes_the_whole_day(site):
    site.remember("The kitchen doorway has a lip")
    client = site.client()
    day = client.get("/api/memory/entries").json()["items"][0]["last_reinforced"][:10]

    def hits(until):
        query = {"query": "kitchen lip", "sources": "entry", "until": until}
        return client.get("/api/memory/recall", params=query)

    assert hits(day).json()["hits"]
    assert not hits(f"{day}T00:00:00Z").json()["hits"]
    assert hits("9999-12-31").json()["hits"]  # the last day of the calendar
    assert hits("0001-01-01T00:00Z").json()["hits"] == []


def test_health_returns_the_name_of_the_robot(site):
    site.remember("The kitchen doorway has a lip")

    health = site.client().get("/api/memory/health").json()

    assert health["rrn"].startswith("RRN")
    assert health["problem"] is None


def test_health_includes_what_another_process_wrote(site):
    site.remember("The kitchen doorway has a lip")
    client = site.client()
    before = client.get("/api/memory/health").json()["seq"]

    site.remember("The lift stops at floor 3")
    file = site.home / "robot-memory.md"
    file.write_text(file.read_text().replace("confidence: 0.8", "confidence: high", 1))

    health = client.get("/api/memory/health").json()
    assert health["seq"] == before + 1
    assert [one["path"] for one in health["defects"]] == ["entries[0].confidence"]


def test_a_long_answer_is_compressed_and_keeps_its_etag(site):
    client = site.client()

    packed = client.get("/openapi.json", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/openapi.json", headers={"Accept-Encoding": "identity"})

    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 4
    assert packed.json() == plain.json()
    again = client.get("/openapi.json", headers={"If-None-Match": packed.headers["etag"]})
    assert again.status_code == 304


def test_many_notes_of_agents_do_not_displace_a_person_from_the_first_page(site):
    site.remember("The lift stops at floor 3", confidence=0.5)
    for number in range(30):
        site.remember(f"Shelf {number} is dusty", source="agent:rover", confidence=0.59)

    first = site.client().get("/api/memory/entries?limit=10").json()

    assert "The lift stops at floor 3" in [entry["text"] for entry in first["items"]]
    assert first["total"] == 31
