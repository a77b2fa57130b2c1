"""The report of a run: one page that needs nothing else, to show to others."""

from riskcore.lab.report.page import report_page

__all__ = ["report_page"]
