/** An agent's evaluation: score and status, bars of 0–10, cases that unfold into their conversations. */
export const EVALUATION = `
:root{--gold:#a87400}
@media (prefers-color-scheme:dark){:root{--gold:#e4bd6c}}
.agent{color:var(--soft);font-size:.9rem;margin-top:.15rem}
.number .good{color:var(--good)}
.number .middling{color:var(--gold)}
.number .bad{color:var(--bad)}
.band.status{display:inline-flex;align-items:center;gap:.35rem}
.band.status::after{content:none}
.band.status svg{width:1.15rem;height:1.15rem}
.band.green{color:var(--good)}
.band.red,.failed{color:var(--bad)}
.outcome .chart{margin:.75rem 0 .35rem;max-width:17rem}
svg .reached.good{fill:var(--good)}
svg .reached.middling{fill:var(--gold)}
svg .reached.bad{fill:var(--bad)}
svg .needed{fill:none;stroke:var(--ink);stroke-width:1.25;stroke-dasharray:2.5 2}
svg .way{fill:none;stroke:var(--soft);stroke-width:1.25}
svg .whisker.faint{stroke:var(--soft);stroke-width:1.25}
svg .ring{fill:none;stroke:var(--ink);stroke-width:1.25}
.figures.totals{margin:0 0 1rem;gap:.75rem 1.2rem}
.totals b{font-size:1.25rem}
.totals+.facts{margin-top:.5rem}
.said-verdict{display:flow-root;position:relative;padding-left:1.75rem}
.said-verdict svg{position:absolute;left:0;top:.15rem;width:1.15rem;height:1.15rem}
.said-verdict+.detail{margin-top:.35rem}
.said-verdict+.facts{margin-top:1.25rem}
.said-verdict~.chart{margin-top:1.25rem}
.said-verdict.pass b{color:var(--good)}
.said-verdict.warn b{color:var(--mid)}
.said-verdict.fail b{color:var(--bad)}
.marked{font-weight:650;color:var(--bad);font-size:.9em}
a.way{white-space:nowrap;font-size:.9rem}
.versions tbody th{overflow-wrap:anywhere}
.numbered .finding>p:first-child{margin-top:0}
.legend.signs{margin-top:.5rem}
.legend.signs svg{display:inline-block;width:.9rem;height:.9rem;vertical-align:-.1rem}
.case{border-top:1px solid var(--line)}
.case:last-child{border-bottom:1px solid var(--line)}
.body>.case{margin:0}
.case>summary{display:grid;grid-template-columns:1.15rem minmax(0,1fr) auto;gap:0 .7rem;align-items:start;width:auto;padding:.75rem 0;color:var(--ink);list-style:none}
.case>summary::-webkit-details-marker{display:none}
.case>summary::after{content:"";width:.45rem;height:.45rem;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:rotate(45deg);grid-column:3;grid-row:1;margin:.35rem .15rem 0 0}
.case[open]>summary::after{transform:rotate(225deg);margin-top:.6rem}
.case>summary:hover{text-decoration:none}
.case>summary:hover h3{text-decoration:underline;text-underline-offset:.15em}
.case>summary svg{width:1.15rem;height:1.15rem;margin-top:.1rem}
.case .figure{grid-column:2;color:var(--soft)}
.case .figure b{color:var(--ink);font-weight:650}
.case.pass>summary .sign,.cases .pass .sign{color:var(--good)}
.case-body{padding:.1rem 0 1.5rem;display:grid;gap:.85rem;scroll-margin-top:5rem}
.case-body>*{min-width:0}
.talk{background:var(--sheet);border:1px solid var(--line);border-radius:3px;padding:1rem}
.talk .turn .line{white-space:pre-wrap}
mark{background:var(--rejects);color:inherit;padding:.05em .1em;border-radius:2px}
.call{font-size:.875rem;border-left:2px solid var(--accent);padding:.15rem 0 .15rem .7rem;margin-bottom:.5rem}
.call.refused{border-color:var(--bad)}
code{font:.94em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
.check{border-left:3px solid var(--bad);padding-left:.8rem}
.faults{border-left:3px solid var(--rest);padding-left:.8rem;color:var(--soft);font-size:.94rem}
.faults ul{padding-left:1.1rem}
.judge>*+*{margin-top:.35rem}
.broken{padding-left:1.1rem;font-size:.94rem}
.reasons{font-size:.94rem}
.reasons>div{padding:.5rem 0;border-top:1px solid var(--line)}
.reasons dt b{margin-left:.3em}
.reasons dd{color:var(--soft)}
.reasons q,.broken q{font-family:var(--serif);color:var(--ink)}
.cases tbody .detail{font-weight:400}
.cases th svg{display:inline-block;width:1rem;height:1rem;vertical-align:-.12rem;margin-right:.4rem}
.cases td:nth-child(3){font-weight:650}
.people.cases td:last-child{font-family:inherit;color:var(--soft)}
@media (max-width:39.99rem){
  .scores.ten>div{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:end}
  .scores.ten .value{margin:0 0 .15rem;text-align:right}
  .scores.ten dd+dd{grid-column:1/-1}
  .scores.ten{gap:1.1rem}
  .tight>div{grid-template-columns:minmax(0,1fr) minmax(0,1.15fr);column-gap:1rem}
}
@media (min-width:40rem){
  .cases{table-layout:fixed}
  .cases thead th{overflow-wrap:normal;white-space:normal}
  .cases thead th:first-child{width:27%}
  .cases thead th:nth-child(2){width:15%}
  .cases thead th:nth-child(3){width:8%}
  .cases thead th:nth-child(4){width:14%}
  .cases thead th:nth-child(3),.cases thead th:nth-child(4){text-align:right}
  .reasons>div{display:grid;grid-template-columns:10rem minmax(0,1fr);column-gap:1.5rem}
  .people.cases td:nth-child(n+3):nth-child(-n+4){text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
}
@media print{.case>summary::after{display:none}.case{break-inside:auto}svg .reached.good,svg .reached.middling,svg .reached.bad{fill:var(--bar)}}
@media (min-width:62rem){
  .number .band.status{display:inline-flex}
  .talk .turn{grid-template-columns:6.5rem minmax(0,1fr)}
  .talk{padding:1.25rem 1.4rem}
}
`
