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
.missing{margin-top:.7rem;font-size:.95rem;line-height:1.45;max-width:44rem}
.missing dt{margin-top:.5rem;font-weight:600}
.missing code{font:.94em/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.words{margin-top:.7rem;padding-left:.9rem;border-left:2px solid var(--rest)}
blockquote,.quote{font-family:var(--serif);font-size:1.05rem;line-height:1.45}
.words figcaption{margin-top:.2rem;color:var(--soft);font-size:.875rem}
.words figcaption b{font-weight:600;color:var(--ink)}
.spread{color:var(--soft);font-size:.9rem}
.trust{margin-top:1.1rem;padding-top:.8rem;border-top:1px solid var(--line);font-size:.9rem;line-height:1.45}
.trust .light{margin-top:.45rem;padding-left:1.75rem;position:relative}
.trust svg{position:absolute;left:0;top:.1rem;width:1.15rem;height:1.15rem}
.trust a{white-space:nowrap}
.sign .ring{fill:none;stroke:var(--soft);stroke-width:2}
.sign .dashed{stroke-dasharray:3.2 3}
.stroke{fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.dot{fill:currentColor}
.sign.green{color:var(--good)}
.sign.amber{color:var(--mid)}
.sign.red{color:var(--bad)}
.sign.green .ring,.sign.amber .ring,.sign.red .ring{stroke:currentColor}
.sign .half{fill:currentColor}
.strip{list-style:none;margin-top:1rem;border:1px solid var(--line);border-radius:3px;background:var(--sheet);font-size:.875rem;line-height:1.4}
.strip li+li{border-top:1px solid var(--line)}
.strip summary{display:grid;grid-template-columns:1.1rem 6rem minmax(0,1fr) auto;gap:0 .6rem;align-items:center;padding:.5rem .75rem;width:auto;color:var(--ink);font-size:inherit;list-style:none}
.strip summary::-webkit-details-marker{display:none}
.strip summary::after{content:"";width:.4rem;height:.4rem;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:rotate(45deg);grid-column:4;grid-row:1}
.strip [open]>summary::after{transform:rotate(225deg)}
.strip svg{width:1.1rem;height:1.1rem}
.strip .name{color:var(--soft)}
.strip b{font-weight:600}
.strip .figure{grid-column:3;color:var(--soft);font-size:.8125rem}
.strip details p{padding:0 .75rem .65rem 2.45rem;color:var(--soft)}
.contents{border-top:1px solid var(--line);padding:.6rem 0 .7rem;font-size:.9rem}
.contents ul{list-style:none;display:flex;flex-wrap:wrap;gap:0 1.1rem}
.contents a{display:inline-block;padding:.3rem 0;text-decoration:none}
.contents a:hover{text-decoration:underline}
@media (min-width:62rem){
  .verdict{padding:.5rem 0 2.25rem}
  .outcome{margin-top:2rem;grid-template-columns:15rem minmax(0,1fr);column-gap:3.5rem}
  .number{display:block}
  .number strong{display:block;font-size:6.5rem;line-height:.8;margin:.14em 0 0}
  .number .of{display:inline-block;margin:1.1rem .35rem 0 0}
  .number strong+.band{display:block;margin-top:1.1rem;line-height:1.25}
  .band{font-size:1.4rem}
  .lead{font-size:1.4rem;line-height:1.35;letter-spacing:-.01em;max-width:38rem}
  .first blockquote{font-size:1.15rem}
  .trust{margin-top:2rem;padding:1rem 0 0;display:grid;grid-template-columns:15rem minmax(0,1fr);column-gap:3.5rem;font-size:.95rem}
  .trust .light{margin:0;max-width:44rem}
  .spread{margin-top:.25rem}
  .strip{margin-top:1.5rem;display:grid;grid-template-columns:repeat(5,minmax(0,1fr))}
  .strip li+li{border-top:0;border-left:1px solid var(--line)}
  .strip summary{grid-template-columns:1.1rem minmax(0,1fr) auto;padding:.65rem .8rem;align-items:start;row-gap:.1rem}
  .strip summary::after{grid-column:3;margin-top:.3rem}
  .strip svg{margin-top:.1rem}
  .strip .name,.strip b,.strip .figure{grid-column:2}
  .strip details p{padding:0 .8rem .8rem 2.5rem}
}
`
