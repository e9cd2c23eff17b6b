/** The first screen: title, number, first finding, trust; then the way to the rest. */
export const VERDICT = `
.verdict{padding:.35rem 0 1.5rem}
.outcome{margin-top:.9rem;display:grid;gap:.9rem}
.number{display:flex;align-items:baseline;flex-wrap:wrap;gap:0 .5rem;line-height:1}
.number strong{font-size:3.5rem;font-weight:650;letter-spacing:-.045em;font-variant-numeric:lining-nums}
.of{color:var(--soft);font-size:.95rem;font-weight:400}
.band{font-size:1.35rem;font-weight:650}
.flawed,.weak{color:var(--bad)}
.solid{color:var(--mid)}
.strong,.exceptional{color:var(--good)}
.outcome h2{font-size:.875rem;line-height:1.5;font-weight:600;letter-spacing:0;color:var(--soft)}
.lead{font-size:1.1rem;line-height:1.4;font-weight:600;margin-top:.2rem;text-wrap:pretty}
.words{margin-top:.7rem;padding-left:.9rem;border-left:2px solid var(--rest)}
blockquote,.quote{font-family:var(--serif);font-size:1.05rem;line-height:1.45}
.words figcaption{margin-top:.2rem;color:var(--soft);font-size:.875rem}
.words figcaption b{font-weight:600;color:var(--ink)}
.trust{margin-top:1.1rem;padding-top:.8rem;border-top:1px solid var(--line);font-size:.9rem;line-height:1.45}
.trust .light{margin-top:.45rem;padding-left:1.75rem;position:relative}
.trust svg{position:absolute;left:0;top:.1rem;width:1.15rem;height:1.15rem}
.trust a{white-space:nowrap}
.trust .ring{fill:none;stroke-width:2}
.trust .sign{fill:none;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.trust.green svg{stroke:var(--good)}
.trust.amber svg{stroke:var(--mid)}
.trust.red svg{stroke:var(--bad)}
.trust .half{stroke:none;fill:var(--mid)}
.contents{border-top:1px solid var(--line);padding:.6rem 0 .7rem;font-size:.9rem}
.contents ul{list-style:none;display:flex;flex-wrap:wrap;gap:0 1.4rem}
.contents a{display:inline-block;padding:.3rem 0;text-decoration:none}
.contents a:hover{text-decoration:underline}
@media (min-width:62rem){
  .verdict{padding:.5rem 0 2.25rem}
  .outcome{margin-top:2rem;grid-template-columns:15rem minmax(0,1fr);column-gap:3.5rem}
  .number{display:block}
  .number strong{display:block;font-size:6.5rem;line-height:.8;margin:.14em 0 0}
  .number .of{display:inline-block;margin:1.1rem .35rem 0 0}
  .band{font-size:1.4rem}
  .lead{font-size:1.4rem;line-height:1.35;letter-spacing:-.01em;max-width:38rem}
  .first blockquote{font-size:1.15rem}
  .trust{margin-top:2rem;padding:1rem 0 0;display:grid;grid-template-columns:15rem minmax(0,1fr);column-gap:3.5rem;font-size:.95rem}
  .trust .light{margin:0;max-width:44rem}
}
`
