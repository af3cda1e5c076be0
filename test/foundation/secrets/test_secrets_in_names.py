"""Names, tags and notes from users hold no secret either (rules.md §8.8)."""

from __future__ import annotations

import pytest

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore

TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
WORDS = "broker password=hunter2CANb"
BOT = "agent:bot over HTTP"


def kept_in(home) -> str:
    files = [path for path in home.rglob("*") if path.is_file()]
    return "\n".join([*map(str, files), *(path.read_bytes().decode("latin-1") for path in files)])


def holds_none(home) -> bool:
    kept = kept_in(home)
    return TOKEN not in kept and "hunter2CANb" not in kept


def test_a_secret_in_the_reviewer_or_note_of_a_rejected_proposal_is_removed(memory, home, clock):
    levels = memory.long_term.levels
    made = levels.write("procedural", "skills/dock/SKILL.md", "# Dock\n", by=BOT)
    rejected = levels.proposals.reject(made.id, f"ada {TOKEN}", clock.now().time, WORDS)

    assert "[removed: password]" in rejected.note
    assert holds_none(home)


def test_a_secret_in_the_tags_or_conversation_id_of_a_chunk_is_removed(memory, home):
    store = memory.long_term.chunks
    chunk = store.create_chunk("a note", tags=[TOKEN], conversation_id=WORDS)
    store.update_chunk(chunk.id, conversation_id=WORDS, tags=[TOKEN, "git"])

    assert holds_none(home)


@pytest.mark.parametrize("place", [("semantic", "knowledge/{}.md"), ("procedural", "skills/{}.md")])
def test_a_file_path_that_contains_a_secret_is_refused(memory, home, place):
    level, path = place
    with pytest.raises(InvalidInput, match="looks like a password, a token or a key") as refused:
        memory.long_term.levels.write(level, path.format(TOKEN), "# Net\n", by=BOT)

    assert TOKEN not in str(refused.value)
    assert holds_none(home)


@pytest.mark.parametrize("level", ["semantic", "procedural"])
def test_a_page_or_skill_key_that_looks_like_a_secret_is_refused(memory, home, level):
    with pytest.raises(InvalidInput, match="looks like a password, a token or a key"):
        memory.long_term.levels.write_memory({"description": "net"}, level, TOKEN)

    assert holds_none(home)


def test_a_token_owners_name_that_looks_like_a_secret_is_refused(home):
    tokens = TokenStore(home / "keys" / "web-tokens.json")
    with pytest.raises(InvalidInput, match="looks like a password, a token or a key"):
        tokens.issue(TOKEN, (TokenScope.READ,), CallerKind.AGENT)


def test_a_secret_in_the_value_of_a_named_event_field_is_removed(memory, home):
    event = '{"type": "login", "password": {"value": "hunter2CANb"}}'
    memory.long_term.levels.write("episodic", "events/events.jsonl", event, by=BOT)

    assert holds_none(home)
