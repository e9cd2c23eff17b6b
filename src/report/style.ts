/** The page's styles: type and space before colour; light, dark and paper. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--sheet:#fff;--ink:#1d1c1a;--soft:#5c5a55;--line:#dedbd3;--accent:#1f5f5b;--mark:#1d1c1a;--good:#2c6e49;--bad:#a23b2a;--mid:#8a6100;--fill:#9fc3bd;--tint:#eef3f1;--warn:#fbf3e2}
@media (prefers-color-scheme:dark){:root{--paper:#161715;--sheet:#1e201d;--ink:#ecebe6;--soft:#adaaa2;--line:#383a35;--accent:#8fd0c6;--mark:#ecebe6;--good:#84c79e;--bad:#f0917f;--mid:#e3b95c;--fill:#3f6f69;--tint:#20302d;--warn:#2d271a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere}
.page{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2,h3{font-family:ui-serif,Georgia,"Liberation Serif",serif;font-weight:600;line-height:1.22;text-wrap:balance;margin:0}
h1{font-size:clamp(1.45rem,4.6vw,2.1rem)}
h2{font-size:1.5rem;margin:0 0 .75rem}
h3{font-size:1.1rem;margin:1.75rem 0 .5rem}
p{margin:.5rem 0}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--sheet);padding:.5rem .75rem;z-index:1}
.kicker{margin:0 0 .6rem;color:var(--soft);font-size:.9rem}
.verdict{margin:1.1rem 0 1.25rem;display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 2rem;align-items:center}
.number{margin:0;white-space:nowrap;line-height:1}
.number strong{font:600 clamp(3.4rem,11vw,4.6rem)/1 ui-serif,Georgia,"Liberation Serif",serif;letter-spacing:-.02em}
.of{color:var(--soft)}
.band{display:block;margin-top:.35rem;font-weight:650;font-size:1.15rem}
.band.flawed,.band.weak{color:var(--bad)}.band.solid{color:var(--mid)}.band.strong,.band.exceptional{color:var(--good)}
.first{border-left:4px solid var(--bad);padding:.1rem 0 .1rem 1rem}
.first h2{font-family:inherit;font-size:.9rem;font-weight:600;color:var(--soft);margin:0}
.lead{font-size:1.15rem;line-height:1.45;margin:.25rem 0 .5rem}
.trust{margin:1.25rem 0 0;padding:.7rem .9rem;background:var(--warn);border-radius:.5rem;font-size:.95rem}
.trust.green{background:var(--tint)}
section{margin-top:3.25rem}
.note{color:var(--soft);font-size:.95rem}
.findings{margin:0;padding:0;list-style:none}
.finding{padding:1rem 0;border-top:1px solid var(--line)}
.numbered{counter-reset:fix}.numbered .finding{counter-increment:fix;padding-left:2.4rem;position:relative}
.numbered .finding::before{content:counter(fix);position:absolute;left:0;top:.85rem;font:600 1.5rem/1.2 ui-serif,Georgia,"Liberation Serif",serif;color:var(--accent)}
.title{margin:0;font-weight:600}
.severity{font-weight:500;font-size:.85rem;color:var(--soft);border:1px solid var(--line);border-radius:1rem;padding:.05rem .55rem;white-space:nowrap}
.detail{font-size:.97rem;color:var(--soft);margin:.3rem 0}.detail b{color:var(--ink);font-weight:600}
.words{margin:.6rem 0;padding-left:.9rem;border-left:2px solid var(--line)}
blockquote{margin:0;font-family:ui-serif,Georgia,"Liberation Serif",serif;font-size:1.05rem}
.words figcaption{font-size:.88rem;color:var(--soft)}
details{margin-top:.5rem}summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
.dissent{background:var(--tint);border-radius:.75rem;padding:1.4rem 1.25rem 1.1rem;margin-left:-1.25rem;margin-right:-1.25rem}
.dissent h3{margin:1.1rem 0 .25rem}
.scores{margin:0;display:grid;gap:1.1rem}
.scores>div{display:grid;grid-template-columns:minmax(0,13rem) minmax(0,1fr);gap:.1rem 1.25rem;align-items:start}
.scores dt{font-weight:600}.scores dt small{display:block;font-weight:400;color:var(--soft);font-size:.88rem;line-height:1.35}
.scores dd{margin:0;display:grid;grid-template-columns:3rem minmax(0,1fr);align-items:start}
.scores dd strong{font:600 1.5rem/1.1 ui-serif,Georgia,"Liberation Serif",serif}
.scores dd svg{grid-column:2;grid-row:1/3}.interval{grid-column:1;font-size:.82rem;color:var(--soft)}
svg{display:block;width:100%;height:auto;overflow:visible}
.scale{max-width:26rem}
svg text{font-family:inherit;font-size:12px;fill:var(--soft)}
svg .label{text-anchor:middle}svg .label.here,svg .label.strong{fill:var(--ink);font-weight:650}
svg .track{fill:var(--line)}svg .fill{fill:var(--fill)}svg .range{fill:var(--fill)}svg .mark{fill:var(--mark);stroke:var(--paper);stroke-width:2}
svg .tick,svg .axis{stroke:var(--line);stroke-width:1.5}svg .mean{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}
svg .column{fill:var(--fill)}svg .figure{fill:var(--ink);text-anchor:middle}
svg .flow{fill:none;stroke:var(--fill);stroke-opacity:.65}svg .flow.negative{stroke:var(--bad);stroke-opacity:.4}svg .flow.positive{stroke:var(--good);stroke-opacity:.45}
svg .node{fill:var(--soft)}svg .node.positive{fill:var(--good)}svg .node.negative{fill:var(--bad)}
.pair{display:grid;gap:2rem;margin-top:2rem}
figure{margin:0}figcaption h3{margin:0}figcaption p{margin:.1rem 0 .6rem;color:var(--soft);font-size:.95rem}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr))}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.1rem}
.card header{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 .75rem}
.card h3{margin:0}.who{margin:0;color:var(--soft);font-size:.9rem;grid-row:2}
.intent{margin:0;grid-column:2;grid-row:1/3;text-align:right;font-size:.9rem;color:var(--soft)}.intent b{font:600 1.35rem/1.1 ui-serif,Georgia,"Liberation Serif",serif;color:var(--ink)}
.mood{display:block}.mood.positive{color:var(--good)}.mood.negative{color:var(--bad)}.mood.mixed,.mood.neutral{color:var(--mid)}
.quote{font-family:ui-serif,Georgia,"Liberation Serif",serif;font-size:1.08rem;margin:.75rem 0}
.field{font-size:.95rem;margin:.55rem 0}.field b{display:block;font-size:.82rem;font-weight:600;color:var(--soft)}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;border-top:1px solid var(--line);min-width:4rem}thead th{border:0;color:var(--soft);font-weight:600}tbody th{font-weight:600}
.turns{padding-left:2rem;margin:.75rem 0}.turns li{margin:.6rem 0;padding-left:.25rem}.turns li::marker{color:var(--soft);font-size:.85rem}.turns b{display:block;font-size:.9rem}.turns .moderator{color:var(--soft);font-style:italic}
.checks{list-style:none;margin:1rem 0;padding:0}.checks li{padding:.55rem 0;border-top:1px solid var(--line)}
.status{font-size:.85rem;border-radius:1rem;padding:.05rem .55rem;border:1px solid var(--line);margin-right:.3rem}
.pass .status{color:var(--good)}.warn .status{color:var(--mid)}.fail .status{color:var(--bad)}
.facts{display:grid;gap:.15rem 1.25rem;margin:1rem 0}.facts>div{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,1fr);gap:.75rem}.facts dt{color:var(--soft)}.facts dd{margin:0}
pre{white-space:pre-wrap;font:inherit;background:var(--sheet);border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:.5rem 0}
.end{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9rem}
@media (max-width:34rem){.page{padding-top:1.25rem}.verdict{grid-template-columns:minmax(0,1fr);margin:.8rem 0 1rem}.number{display:flex;align-items:baseline;gap:.4rem}.number strong{font-size:3.2rem}.band{display:inline;margin:0 0 0 .3rem}.lead{font-size:1.05rem}.scores>div{grid-template-columns:minmax(0,1fr)}.facts>div{grid-template-columns:minmax(0,1fr);gap:0;margin-bottom:.5rem}section{margin-top:2.5rem}}
@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--soft:#444;--line:#bbb;--tint:#f4f4f4;--warn:#f4f4f4}body{font-size:10.5pt}.page{max-width:none;padding:0}.card,.finding,figure,.dissent article{break-inside:avoid}h2,h3{break-after:avoid}.skip{display:none}details::details-content{content-visibility:visible;height:auto;display:block}.cards{grid-template-columns:1fr 1fr}.dissent{margin:2rem 0 0}@page{margin:18mm 16mm}}
`.trim()
