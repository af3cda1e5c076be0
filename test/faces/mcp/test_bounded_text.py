"""Texts for an agent are bounded, and agents' records leave room for all others."""

from __future__ import annotations

from robot_memory.faces.mcp.bounded_text import DATA_MARK, LARGEST, records_as_data


def test_records_that_fit_are_returned_completely_and_in_order():
    text = records_as_data("rows", [{"n": 1}, {"n": 2}], [False, True].__getitem__)

    assert text.splitlines() == [DATA_MARK, '{"n": 1}', '{"n": 2}']


def test_long_records_of_agents_do_not_displace_the_others():
    records = [{"by": "agent", "note": "x" * 900} for _ in range(100)]
    records.append({"by": "detector"})
    text = records_as_data("rows", records, lambda at: at == 100)

    lines = text.splitlines()
    assert '{"by": "detector"}' in lines
    assert len(text) <= LARGEST + 200
    assert lines[-1].startswith('{"left_out": "')


def test_invisible_characters_are_removed_from_texts_at_any_depth():
    hidden = "turn \u202eback\x1b[31m\x07 now"
    text = records_as_data("changes", [{"text": hidden, "rows": [{"note": hidden}], "n": 1}])

    assert text.splitlines()[1] == (
        '{"text": "turn back[31m now", "rows": [{"note": "turn back[31m now"}], "n": 1}'
    )


def test_records_that_do_not_fit_are_counted():
    text = records_as_data("hits", [{"text": "x" * 9_000} for _ in range(5)])

    assert text.splitlines()[-1] == '{"left_out": "3 hits more"}'
