"""The extract of technical documentation: one HTML file that an assessor can read and print."""

from robot_memory.report.facts import Facts
from robot_memory.report.gathering import gather
from robot_memory.report.page import write_page
from robot_memory.report.period import Period

__all__ = ["Facts", "Period", "gather", "write_page"]
