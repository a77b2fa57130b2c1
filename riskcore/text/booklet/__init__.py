"""A variant's rules as a booklet to print and put on the table, and what differs between two variants."""

from riskcore.text.booklet.board_diff import changed_territories
from riskcore.text.booklet.chapters import Booklet, make_booklet
from riskcore.text.booklet.diff import Difference, diff_rules
from riskcore.text.booklet.markdown import to_markdown
from riskcore.text.booklet.page import to_html

__all__ = ["Booklet", "Difference", "changed_territories", "diff_rules", "make_booklet", "to_html", "to_markdown"]
