"""How the page looks: on a wide screen, a phone and paper, in light and dark."""

from collections.abc import Iterable

from riskcore.pages.markup import text

__all__ = ["REPORT_STYLE", "document"]

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
<title>{title}</title>
<style>{style}</style>
</head>
<body>"""

# The colours of seats are those of Okabe and Ito, which people with any kind of colour vision can tell apart;
# lighter in the dark.
REPORT_STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --panel: #f5f7f9; --ink: #17212b; --soft: #566370; --line: #d5dce2;
 --main: #0072b2; --seat0: #0072b2; --seat1: #d55e00; --seat2: #008a65; --seat3: #b0508a; --seat4: #b57f00;
 --seat5: #3d9cd6; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #11171d; --panel: #1a222a; --ink: #e6ecf1;
 --soft: #a2afba; --line: #33404b; --main: #56b4e9; --seat0: #56b4e9; --seat1: #f0883e; --seat2: #2fc99a;
 --seat3: #e39ac5; --seat4: #eebb3a; --seat5: #a9c7ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.4rem 1.2rem 3rem; background: var(--paper); color: var(--ink);
 font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
header { border-bottom: 3px solid var(--main); padding-bottom: .6rem; }
h1 { margin: 0; font-size: 2.1rem; line-height: 1.15; }
h2 { margin: 2.2rem 0 .5rem; font-size: 1.35rem; break-after: avoid; }
h3 { margin: 1rem 0 .2rem; font-size: 1rem; break-after: avoid; }
p { margin: .45rem 0; max-width: 48rem; }
.about { color: var(--soft); font-size: .92rem; }
.headline { margin: 1.2rem 0; padding: .9rem 1.2rem; background: var(--panel); border-left: 5px solid var(--main);
 border-radius: 4px; }
.headline ul { margin: 0; padding-left: 1.1rem; font-size: 1.15rem; line-height: 1.45; }
.headline li { margin: .2rem 0; }
.headline .verdict-sentence { margin: 0 0 .6rem; color: var(--ink); font-size: 1.25rem; font-weight: 600; }
.headline p { margin: .6rem 0 0; color: var(--soft); font-size: .92rem; }
.pair table { margin-top: .6rem; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.2rem 1.8rem; }
figure { margin: .6rem 0; break-inside: avoid; }
figcaption, caption { font-weight: 600; text-align: left; padding-bottom: .3rem; }
.note { color: var(--soft); font-size: .85rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; font-size: .85rem; vertical-align: bottom; }
tbody th { font-weight: 600; }
tr { break-inside: avoid; }
td { font-variant-numeric: tabular-nums; }
.measures th small { display: block; max-width: 34rem; color: var(--soft); font-weight: 400; font-size: .85rem;
 line-height: 1.35; }
.measures td { white-space: nowrap; }
.measures td small { display: block; color: var(--soft); }
.measures td:last-child { width: 13rem; padding-right: 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.2rem; margin: .8rem 0; }
dt { font-weight: 600; } dd { margin: 0; max-width: 46rem; }
svg { max-width: 100%; height: auto; } .chart, .heat svg.riskmap { display: block; width: 100%; }
.key { vertical-align: middle; max-width: none; }
.chart text, .whisker text { fill: var(--ink); font-size: 13px; }
.whisker text { font-size: 10.5px; fill: var(--soft); } .chart text.soft { fill: var(--soft); }
.whisker { display: block; width: 12.5rem; }
.before { stroke: var(--ink); stroke-width: 1.8; stroke-dasharray: 5 3; fill: none; }
.diff li { margin: .3rem 0; max-width: 52rem; } del { color: var(--soft); } ins { text-decoration: none; }
.diff small { display: block; color: var(--soft); }
.axis, .grid { stroke: var(--line); fill: none; } .mark { stroke: var(--ink); stroke-dasharray: 3 3; fill: none; }
.range { stroke: var(--main); stroke-width: 2; fill: none; } .dot, .bar { fill: var(--main); }
.seat { fill: none; stroke-width: 2.2; stroke-linejoin: round; } .winner { stroke-width: 3.4; }
.seat0 { stroke: var(--seat0); } .seat1 { stroke: var(--seat1); } .seat2 { stroke: var(--seat2); }
.seat3 { stroke: var(--seat3); } .seat4 { stroke: var(--seat4); } .seat5 { stroke: var(--seat5); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: .2rem 0; padding: 0; list-style: none;
 font-size: .9rem; }
.heat { --map-edge: #62717e; --map-sea: var(--panel); }
.drawn .riskmap-label { font-size: calc(21 * var(--unit)); stroke-width: calc(4 * var(--unit)); }
.scale { white-space: nowrap; margin-right: .6rem; }
.rules { columns: 2; column-gap: 2.4rem; font-size: .94rem; }
.rules h3 { margin-top: 0; padding-top: .6rem; } .rules li { break-inside: avoid; }
.rules ul { margin: 0 0 .6rem; padding-left: 1.1rem; }
details { margin: .8rem 0; } summary { cursor: pointer; color: var(--main); }
pre { padding: .8rem 1rem; background: var(--panel); border-radius: 4px; font-size: .82rem; line-height: 1.4;
 white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.verdict { font-weight: 700; white-space: nowrap; }
@media screen and (max-width: 46rem) {
 body { padding: 1rem .9rem 2rem; } h1 { font-size: 1.7rem; } .headline ul { font-size: 1.05rem; }
 .pair { grid-template-columns: minmax(0, 1fr); } .rules { columns: 1; }
 dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .5rem; }
 .measures td:last-child { width: 7.4rem; } .measures .whisker { width: 7.2rem; }
 .changes, .changes caption, .changes tbody, .changes th { display: block; } .changes thead { display: none; }
 .changes tr { display: grid; grid-template-columns: 1fr 1fr 1.4fr; gap: 0 .7rem; padding: .5rem 0;
 border-bottom: 1px solid var(--line); } .changes th, .changes td { border: 0; padding: .1rem 0; }
 .changes th { grid-column: 1 / -1; } .changes td { white-space: normal; }
 .changes td::before { content: attr(data-head); display: block; color: var(--soft); font-size: .8rem; }
 .changes td:last-child { grid-column: 1 / -1; width: auto; } .changes td:last-child::before { content: none; }
 .changes td .whisker { width: 15rem; } .measures.changes .whisker text { font-size: 9px; }
 .measures .whisker text { font-size: 15px; } .drawn .riskmap-label { font-size: calc(27 * var(--unit)); } }
@media print {
 @page { margin: 13mm; } html { font-size: 9.5pt; } body { max-width: none; padding: 0; line-height: 1.35; }
 h1 { font-size: 20pt; } h2 { font-size: 13pt; margin-top: 1.2rem; } .headline ul { font-size: 11pt; }
 .headline, pre { background: none; border: 1px solid var(--line); } .scroll { overflow: visible; }
 .drawn .riskmap-label { font-size: calc(23 * var(--unit)); }
 .pair .whisker { width: 9rem; } .pair .whisker text { font-size: 14px; }
 .pair .measures td:last-child { width: 9rem; } th, td { padding: .22rem .5rem .22rem 0; }
 svg, .headline { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
 details:not([open]) { display: none; } }
"""


def document(title: str, parts: Iterable[str], style: str = REPORT_STYLE) -> str:
    """A whole page; it needs nothing else, and is well-formed XML too."""
    return "\n".join([_HEAD.format(title=text(title), style=style), *parts, "</body>", "</html>", ""])
