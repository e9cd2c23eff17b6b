/** Scores, charts and the people's cards. */
export const PANEL = `
svg{display:block;width:100%;height:auto}
.chart{max-width:25rem}
svg text{font-family:inherit;font-size:12.5px;fill:var(--soft);text-anchor:middle}
svg .start{text-anchor:start}
svg .end{text-anchor:end}
svg .here,svg .strong{fill:var(--ink);font-weight:650}
svg .track{fill:var(--rest)}
svg .track.here{fill:var(--bar)}
svg .whisker{fill:none;stroke:var(--ink);stroke-width:1.75}
svg .beside{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
svg .zero{stroke:var(--soft);stroke-dasharray:3 3}
svg .grid{stroke:var(--line)}
svg .bracket{fill:none;stroke:var(--soft);stroke-width:1.25}
svg .path{stroke:var(--soft);stroke-width:2}
svg .path.up{stroke:var(--good)}
svg .path.down{stroke:var(--bad);stroke-dasharray:4 3}
svg .hollow{fill:var(--paper);stroke:var(--soft);stroke-width:1.75}
svg .full{fill:var(--soft)}
svg .full.up{fill:var(--good)}
svg .full.down{fill:var(--bad)}
svg .mark{fill:var(--ink);stroke:var(--paper);stroke-width:2.5}
svg .axis{stroke:var(--soft);stroke-width:1}
svg .column{fill:var(--bar);fill-opacity:.6}
svg .column.top{fill-opacity:1}
svg .figure{fill:var(--ink);font-weight:600}
svg .mean{fill:var(--ink);stroke:var(--paper);stroke-width:2}
svg .flow{fill:none;stroke:var(--flow);stroke-opacity:.42}
svg .flow.negative{stroke:var(--bad)}
svg .flow.positive{stroke:var(--good)}
svg .node{fill:var(--soft)}
svg .node.positive{fill:var(--good)}
svg .node.negative{fill:var(--bad)}
.scores{display:grid;gap:1.6rem}
.scores dt{font-weight:600}
.scores dt small{display:block;font-size:.875rem;font-weight:400;color:var(--soft)}
.scores .value{margin:.1rem 0 .3rem}
.scores .value strong{font-size:1.75rem;font-weight:650;letter-spacing:-.02em;margin-right:.15em}
.beside-note{margin-top:.35rem;color:var(--soft);font-size:.875rem}
.flagged b{display:block;color:var(--mid);font-weight:600}
.figures{display:flex;flex-wrap:wrap;gap:.75rem 1.4rem;margin-top:1rem}
.figures dt{color:var(--soft);font-size:.875rem}
.figures b{font-weight:650}
.figures span{color:var(--soft);font-size:.875rem;margin-left:.3em}
.method{margin-top:1.25rem;color:var(--soft);font-size:.94rem}
.pair{display:grid;gap:2.25rem}
.pair>.group+.group{margin-top:0}
figcaption h3+p{color:var(--soft);font-size:.9rem;margin:.15rem 0 .75rem}
.cards{list-style:none;display:grid;gap:1rem}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:3px;padding:1.1rem 1.2rem;min-width:0}
.who,.mood{color:var(--soft);font-size:.9rem}
.who{margin:.05rem 0 .5rem}
.who::first-letter{text-transform:uppercase}
.mood{margin-top:.15rem}
.quote{margin-top:.8rem;padding-bottom:.1rem}
.field{margin-top:.75rem;font-size:.94rem}
.field b{display:block;font-size:.8125rem;font-weight:600;color:var(--soft)}
.field ul{padding-left:1.1rem}
.field .doubters{padding:0}
.card details+details{margin-top:.2rem}
.shift+.shift{margin-top:.5rem}
.people td:last-child{font-family:var(--serif)}
@media (max-width:39.99rem){
  .people thead{position:absolute;clip-path:inset(50%)}
  .people tr{display:block;padding:.6rem 0;border-top:1px solid var(--line)}
  .people th,.people td{display:inline;border:0;padding:0 .5rem 0 0}
  .people td:last-child{display:block;padding-top:.2rem}
}
@media (min-width:40rem){
  .scores>div{display:grid;grid-template-columns:minmax(0,13rem) minmax(0,9rem) minmax(0,1fr);column-gap:1.5rem;align-items:start}
  .scores .value{margin:-.35rem 0 0}
  .scores .value .of{display:block;font-size:.875rem}
  .pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:2.5rem}
  .cards{grid-template-columns:repeat(2,minmax(0,1fr))}
}
`
