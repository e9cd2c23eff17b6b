/** The transcript with its margin, changes of mind, and the marks of a rewritten text. */
export const TALK = `
.topic+.topic{margin-top:2rem}
.topic>h3{padding-bottom:.75rem}
.turns{list-style:none;display:grid;gap:1rem}
details>.turns{margin-top:.85rem}
.turn{scroll-margin-top:1rem}
.turn:target{outline:2px solid var(--accent);outline-offset:.4rem;border-radius:2px}
.speaker{font-size:.9rem}
.speaker b{font-weight:600}
.speaker span{color:var(--soft)}
.turn .line{font-family:var(--serif);font-size:1.05rem;line-height:1.45}
.turn.moderator{padding-left:.9rem;border-left:2px solid var(--rest)}
.turn.moderator .line{font-family:inherit;font-size:1rem;color:var(--soft)}
.margin{margin-top:.5rem;background:var(--tint);border-left:3px solid var(--mid);padding:.55rem .8rem;font-size:.875rem;line-height:1.4;display:grid;gap:.45rem}
.margin b{display:block;color:var(--mid);font-weight:600}
.margin q{display:block;font-family:var(--serif);font-size:.95rem;margin-top:.2rem}
.shifts figcaption{color:var(--soft);font-size:.9rem;margin-bottom:.75rem}
.shifts+.shift{margin-top:1rem}
.plain-list{list-style:none;display:grid;gap:.6rem}
.group>ul.plain-list{padding:0}
.figures-table td,.figures-table thead th+th{text-align:right;padding-right:0;padding-left:.75rem;font-variant-numeric:tabular-nums}
.figures-table tbody th{font-weight:400}
.figures-table{max-width:40rem;overflow-wrap:normal}
.figures-table td,.figures-table thead th+th{white-space:nowrap}
.sheet{padding:1.1rem 1.25rem;white-space:pre-wrap;font:1.05rem/1.6 var(--serif);background:var(--sheet);border:1px solid var(--line);border-radius:3px}
del{color:var(--bad);text-decoration-thickness:1.5px}
ins{color:var(--good);text-decoration-thickness:1.5px;text-underline-offset:.2em}
sup{font:600 .75rem/1 var(--sans);margin-left:.15em}
.change{font-family:var(--serif);font-weight:400}
.tagged .finding{position:relative;padding-left:2.25rem}
.tag{position:absolute;left:0;font:650 1.05rem/1.4 var(--sans);color:var(--accent)}
.change ins{display:block;margin-top:.2rem}
.backfired{color:var(--bad);font-weight:600}
.after-chart{margin-top:1.5rem}
.candidate h4.small{margin-top:1.25rem;font-size:.94rem}
.candidate .figures{margin-top:.35rem}
.candidate>ul{margin-top:1rem}
.candidate>details{margin-top:.6rem}
.candidate+.candidate{border-top:1px solid var(--line);padding-top:1.75rem}
@media (min-width:40rem){
  .turn{display:grid;grid-template-columns:6.5rem minmax(0,1fr);column-gap:1.25rem}
  .speaker{padding-top:.12rem}
  .speaker span{display:block;font-size:.8125rem}
  .margin{grid-column:2}
  .turn.moderator{padding-left:0;border:0}
}
@media (min-width:62rem){
  .turn{grid-template-columns:6rem minmax(0,1fr) 14rem}
  .margin{grid-column:3;grid-row:1;margin:0;align-self:start}
}
`
