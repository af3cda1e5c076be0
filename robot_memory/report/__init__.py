"""The report: one HTML file for assessors, an extract for the technical documentation."""

from robot_memory.period import Period
from robot_memory.report.gathering import gather
from robot_memory.report.page import write_page
from robot_memory.report.report_facts import ReportFacts

__all__ = ["Period", "ReportFacts", "gather", "write_page"]
