"""Reports of runs, comparisons and ladders: each one page that needs nothing else, to show to others."""

from riskcore.lab.report.comparison import comparison_page
from riskcore.lab.report.ladder import ladder_page
from riskcore.lab.report.page import report_page

__all__ = ["comparison_page", "ladder_page", "report_page"]
