/** Charts, cards and the transcript. */
export const PANEL = `
svg{display:block;width:100%;height:auto}
.chart{max-width:25rem}
svg text{font-family:inherit;font-size:12.5px;fill:var(--soft);text-anchor:middle}
svg .start{text-anchor:start}
svg .end{text-anchor:end}
svg .here,svg .strong{fill:var(--ink);font-weight:650}
svg .track{fill:var(--rest)}
svg .track.here{fill:var(--ink)}
svg .range{fill:var(--bar);fill-opacity:.38}
svg .range-end{stroke:var(--ink);stroke-width:1.5}
svg .mark{fill:var(--ink);stroke:var(--paper);stroke-width:2.5}
svg .axis{stroke:var(--soft);stroke-width:1}
svg .column{fill:var(--bar)}
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
.turns{list-style:none;display:grid;gap:.85rem}
details>.turns{margin-top:.85rem}
.turn b{display:block;font-size:.9rem;font-weight:600}
.turn span{font-family:var(--serif);font-size:1.05rem}
.turn.moderator span{font-family:inherit;font-size:1rem;color:var(--soft)}
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
  .turn{display:grid;grid-template-columns:6.5rem minmax(0,1fr);column-gap:1.25rem}
  .turn b{padding-top:.12rem}
}
`
