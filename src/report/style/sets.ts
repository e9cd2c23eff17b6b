/** Persona sets: the coverage picture, levels, statements with their sources, passages. */
export const SETS = `
svg .pair-cell{fill:var(--rest)}
svg .pair-cell.s0{fill-opacity:.35}
svg .pair-cell.s1{fill-opacity:.55}
svg .pair-cell.s2{fill-opacity:.8}
svg .pair-cell.s3{fill:var(--bar);fill-opacity:.45}
svg .pair-cell.s4{fill:var(--bar);fill-opacity:.75}
svg .pair-cell.s5{fill:var(--accent)}
.body>figure+.group,.facts+.group{margin-top:2.25rem}
.body>p+.facts{margin-top:1.25rem}
.group>ul.axes:not(.findings){padding:0}
.group>ul.axes:not(.findings) li{margin:0}
.axes{list-style:none;margin-top:1rem;display:grid;gap:1.6rem}
.levels>div{display:grid;grid-template-columns:minmax(0,8.5rem) minmax(0,1fr);gap:.75rem;padding:.28rem 0;font-size:.875rem;align-items:baseline}
.levels dd{color:var(--soft)}
.level-bar{height:.6rem;margin-bottom:.1rem}
.level-bar .track{fill:var(--tint)}
.level-bar .share{fill:var(--bar)}
.level-bar .tick{fill:var(--ink)}
.sourced{margin-top:.35rem}
.sourced .source{color:var(--soft);font-size:.84rem;line-height:1.4}
.sourced q{font-family:var(--serif)}
.source.assumed{color:var(--mid)}
.passages{list-style:none;margin-top:1.5rem;display:grid;gap:1.1rem}
.passages li{scroll-margin-top:1rem}
.passages li:target{background:var(--tint);box-shadow:0 0 0 .6rem var(--tint)}
.passages blockquote{max-width:40rem;margin-top:.15rem}
@media (min-width:40rem){
  .axes{grid-template-columns:repeat(2,minmax(0,1fr));column-gap:2.5rem}
}
`
