"""Reports of runs, comparisons, ladders and kept games: each one page that needs nothing else, to show to others."""

from riskcore.lab.report.comparison import comparison_page
from riskcore.lab.report.kept import kept_page
from riskcore.lab.report.ladder import ladder_page
from riskcore.lab.report.page import report_page

__all__ = ["comparison_page", "kept_page", "ladder_page", "report_page"]
