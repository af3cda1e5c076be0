"""The report: one HTML file for assessors, an extract for the technical documentation."""

from robot_memory.applications.report.gathering import gather
from robot_memory.applications.report.page import write_page
from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.foundation.time.period import Period

__all__ = ["Period", "ReportFacts", "gather", "write_page"]
