"""The extract of technical documentation: one HTML file that an assessor can read and print."""

from robot_memory.period import Period
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.gathering import gather
from robot_memory.report.page import write_page

__all__ = ["ExtractFacts", "Period", "gather", "write_page"]
