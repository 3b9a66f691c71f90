"""The look of a report page: light, dark and printed."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;--paper:#fcfcfa;--panel:#f1f1ec;--ink:#1c2023;--soft:#5a6268;--rule:#d4d6d0;
--blue:#0b62a8;--teal:#0e7c6b;--amber:#b45f06;--red:#b3261e;--violet:#6b4fa0;--grey:#7c858c;--found:#9ad7c9;
--wrong:#f6cf8f;--refused:#c9cfd4;--low:#b9d4ee;--unranked:#d5c6ee;--gone:#f0aaa3;--hatch:#1c202388}
@media (prefers-color-scheme:dark){:root{--paper:#15181a;--panel:#1f2427;--ink:#e8eaea;--soft:#a3adb3;--rule:#3a4146;
--blue:#7cb8ee;--teal:#5fcab5;--amber:#f0ae5a;--red:#f28b82;--violet:#b9a2e6;--grey:#98a2a9;--found:#1f6a5c;
--wrong:#7d561b;--refused:#4b5459;--low:#27527a;--unranked:#51407a;--gone:#85332d;--hatch:#ffffff55}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 Charter,"Bitstream Charter","Iowan Old Style",
Georgia,serif}
main,header,footer{max-width:66rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:3.5rem}
h1{font-size:2.1rem;line-height:1.15;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.35rem;margin:3.2rem 0 .3rem;padding-top:1rem;border-top:1px solid var(--rule)}
h3{font-size:1.05rem;margin:2rem 0 .2rem}
h1,h2,h3{text-wrap:balance;break-after:avoid}
p{margin:.4rem 0;max-width:44rem}
.sub,.why,footer,figcaption,caption{color:var(--soft)}
.lead{font-size:1.12rem}
.lead li{margin:.25rem 0}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;margin:1.4rem 0 0}
a{color:var(--blue)}
figure{margin:1.2rem 0}
.plot,tr{break-inside:avoid}
.wide{overflow-x:auto}
.wide:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
.wide>svg{display:block;width:100%;min-width:36rem;height:auto}
svg text{fill:var(--ink);font:12.5px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
svg .muted{fill:var(--soft);font-size:11.5px}
svg .head{font-weight:650}
svg .number,td,dd{font-variant-numeric:tabular-nums}
svg .sure{font-weight:700}
svg .on{font-weight:650;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.grid{stroke:var(--rule)}
.axis{stroke:var(--soft)}
.whisker{stroke:var(--ink);stroke-width:1.6}
.mark{stroke:var(--paper);stroke-width:1.2}
.a{fill:var(--blue)}.b{fill:var(--amber)}.c{fill:var(--teal)}.d{fill:var(--violet)}
.edge{stroke:var(--ink);stroke-width:.8}
.hatch{fill:none;stroke:var(--hatch);stroke-width:1.3}
.f-found{fill:var(--found)}.f-wrong-evidence{fill:var(--wrong)}.f-refused{fill:var(--refused)}
.f-ranked-low{fill:var(--low)}.f-not-ranked{fill:var(--unranked)}.f-destroyed{fill:var(--gone)}
.win{fill:var(--teal)}
.loss{fill:none;stroke:var(--red);stroke-width:1.6;stroke-dasharray:4 2}
.bar.yes{fill:var(--blue)}
.bar.no{fill:var(--paper);stroke:var(--amber);stroke-width:1.4}
.curve{fill:none;stroke-width:2.2;stroke-linejoin:round}
.curve.yes{stroke:var(--blue)}.curve.no{stroke:var(--amber)}
.curve.dashed,.curve.yes{stroke-dasharray:7 4}
.spot{stroke:var(--paper);stroke-width:1.5}
.spot.yes{fill:var(--blue)}.spot.no{fill:var(--amber)}
svg .yes-word{fill:var(--blue);font-weight:650}
svg .no-word{fill:var(--amber);font-weight:650}
.cut{stroke:var(--ink);stroke-width:1.3;stroke-dasharray:2 3}
svg .cut-word{font-weight:650;font-size:11.5px}
table{border-collapse:collapse;font:.83rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;min-width:60%}
small{font-size:.86em;color:var(--soft)}
caption{text-align:left;padding:0 0 .4rem;font-style:italic}
th,td{padding:.3rem .7rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
thead th{border-bottom:1.5px solid var(--soft);font-weight:600;vertical-align:bottom}
tbody th{font-weight:500;white-space:nowrap}
td{white-space:nowrap}
td.long{white-space:normal;overflow-wrap:anywhere;min-width:14rem}
tr.now>*{background:var(--panel);font-weight:700}
.hash{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.8rem;overflow-wrap:anywhere}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.4rem 0;font-size:.86rem}
.key{width:22px;height:14px;vertical-align:-2px;margin-right:.4rem}
article{background:var(--panel);border-radius:6px;padding:.9rem 1.1rem;margin:1rem 0;break-inside:avoid}
article h3{margin:0 0 .2rem}
article p{max-width:none}
dl{margin:.5rem 0 0}
dt{font-size:.86rem;color:var(--soft);margin-top:.6rem}
dd{margin:0}
blockquote{margin:.15rem 0;padding:.1rem 0 .1rem .8rem;border-left:3px solid var(--rule);white-space:pre-wrap;
overflow-wrap:anywhere;font-size:.95rem}
.needle{border-left-color:var(--teal)}
.instead{border-left-color:var(--amber)}
footer{padding-bottom:3rem;margin-top:3rem;font-size:.86rem}
@page{margin:16mm}
@media print{:root{--paper:#fff;--panel:#fff;--ink:#000;--soft:#444;--rule:#bbb;--blue:#0b62a8;--teal:#0e7c6b;
--amber:#b45f06;--red:#b3261e;--violet:#6b4fa0;--found:#9ad7c9;--wrong:#f6cf8f;--refused:#c9cfd4;--low:#b9d4ee;
--unranked:#d5c6ee;--gone:#f0aaa3;--hatch:#0008}body{font-size:11pt}nav{display:none}article{border:1px solid var(--rule)}
.wide{overflow:visible}.wide>svg{min-width:0}td,thead th{white-space:normal}header,main,footer{padding:0;max-width:none}svg,article{print-color-adjust:exact}}
"""
