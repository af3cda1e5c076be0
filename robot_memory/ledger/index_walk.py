"""The distinct values of an indexed column by one seek each: DISTINCT would read every row."""

from __future__ import annotations


def each(column: str) -> str:
    """Return the start of a query on ``each_value (value)``: the values of a column.

    Args:
        column: the first one of an index of ``observations``, never NULL.
    """
    return (
        "WITH RECURSIVE each_value (value) AS ("
        f"SELECT min({column}) FROM observations UNION ALL "
        f"SELECT (SELECT min({column}) FROM observations WHERE {column} > value) FROM each_value "
        "WHERE value IS NOT NULL) "
    )
