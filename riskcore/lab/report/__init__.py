"""Reports of runs and comparisons: each one page that needs nothing else, to show to others."""

from riskcore.lab.report.comparison import comparison_page
from riskcore.lab.report.page import report_page

__all__ = ["comparison_page", "report_page"]
