"""The style sheet: dark on white, for a screen and for A4."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 66rem; background: #fff; color: #1a1a1a;
  font: 0.95rem/1.45 "Liberation Sans", Arial, Helvetica, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 0.4rem; border-bottom: 2px solid #1f4e79; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 0.4rem; }
p, ul, dl { margin: 0.5rem 0; max-width: 50rem; }
a { color: #0b4a8f; }
code, pre { font-family: "DejaVu Sans Mono", Consolas, monospace; font-size: 0.85em; }
code { overflow-wrap: anywhere; unicode-bidi: isolate; }
code.id { white-space: nowrap; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #999; padding: 0.5rem; }
.said { overflow-wrap: anywhere; text-decoration: underline dotted #b5b5b5 1px;
  text-underline-offset: 0.25em; }
.serves { color: #444; font-style: italic; }
.none { color: #444; }
.rest { font-size: 0.9em; color: #444; }
.small { display: block; font-size: 0.92em; color: #444; }
.small br:first-child { display: none; }
table { border-collapse: collapse; width: 100%; margin: 0.8rem 0 1rem; font-size: 0.85rem; }
caption { text-align: left; font-weight: bold; padding: 0.2rem 0; overflow-wrap: anywhere; }
th, td { border: 1px solid #a6a6a6; padding: 0.25rem 0.4rem; vertical-align: top;
  text-align: left; }
thead th { background: #eef2f6; }
th.number, td.number { text-align: right; }
td.number { font-variant-numeric: tabular-nums; }
.day { white-space: nowrap; }
td.name { white-space: nowrap; }
td.words { min-width: 9rem; }
td.words:first-child { width: 32%; }
table.pairs th { width: 16rem; background: #eef2f6; }
figure { margin: 1rem 0; break-inside: avoid; }
figcaption { font-size: 0.9em; color: #333; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; border: 1px solid #c8c8c8; background: #fff; }
svg text { font: 11px "Liberation Sans", Arial, Helvetica, sans-serif; fill: #1a1a1a; }
svg .tick { font-size: 10px; fill: #444; }
svg .middle { text-anchor: middle; }
svg .end { text-anchor: end; }
svg .strong { font-weight: bold; }
.axis { stroke: #333; stroke-width: 1; }
.grid { stroke: #dcdcdc; stroke-width: 1; }
.faint { stroke: #ececec; stroke-width: 1; }
.threshold { stroke: #8a4b00; stroke-width: 1; stroke-dasharray: 5 3; }
.observed { stroke: #1f4e79; stroke-width: 1.4; fill: none; }
.person { fill: #fff; stroke: #8a4b00; stroke-width: 1.6; }
.returned { fill: none; stroke: #a3121f; stroke-width: 1.8; }
.curve { fill: none; stroke: #1f4e79; stroke-width: 1.4; stroke-linejoin: round; }
.now { fill: #1f4e79; }
.by-detector { fill: #1f4e79; }
.by-person { fill: #e8a33d; stroke: #8a4b00; stroke-width: 0.6; }
.by-agent { fill: #fff; stroke: #1f4e79; stroke-width: 1; }
.running { fill: #6b8e6b; }
.place { fill: #1f4e79; fill-opacity: 0.15; stroke: #1f4e79; stroke-width: 1.4; }
.event { fill: #8a4b00; }
nav ol { columns: 2; max-width: 50rem; }
dt { font-weight: bold; }
dd { margin: 0 0 0.3rem 1.2rem; }
footer { margin-top: 2.5rem; border-top: 1px solid #999; font-size: 0.85rem; }
@page { size: A4; margin: 16mm 14mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
@media print {
  body { padding: 0; max-width: none; font-size: 9.5pt; }
  h1 { font-size: 17pt; }
  h2 { font-size: 13pt; }
  h2, h3, .serves, caption { break-after: avoid; }
  p, ul, dl, nav ol { max-width: none; }
  table { font-size: 8pt; }
  thead { display: table-header-group; }
  tr, figure, pre, table.short { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
  td.words { min-width: 0; }
  p, li { orphans: 3; widows: 3; }
  dl { columns: 2; }
  dt { break-after: avoid; }
}
"""
