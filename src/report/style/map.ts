/** The pressure map: claims by people. On a phone, and with many people, the cells stand in a row under their claim. */
export const MAP = `
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem;font-size:.875rem;color:var(--soft);margin-bottom:.5rem}
.legend .cell,.doubters .cell{display:inline-grid;vertical-align:-.3rem;width:1.35rem;height:1.35rem;border-radius:2px}
.cell{color:var(--soft)}
.cell svg{width:1.15rem;height:1.15rem;margin:auto}
.cell.believes{background:var(--believes);color:var(--good)}
.cell.doubts{background:var(--doubts);color:var(--mid)}
.cell.rejects{background:var(--rejects);color:var(--bad)}
.map thead th{font-size:.8125rem}
.map tbody th{font:1.02rem/1.35 var(--serif);padding-right:1rem}
.map td.cell{border:2px solid var(--paper);padding:.3rem 0;text-align:center;vertical-align:middle}
.map .cell .name{display:none;font-size:.7rem;line-height:1.2}
.shares svg{height:.8rem;margin:.3rem 0 .25rem;border-radius:2px;overflow:hidden}
.shares .believes{fill:var(--good)}
.shares .doubts{fill:var(--mid);fill-opacity:.75}
.shares .rejects{fill:var(--bad)}
.shares{color:var(--soft)}
.doubters{list-style:none;display:grid;gap:.45rem;margin-top:.6rem}
.doubters li{display:grid;grid-template-columns:1.35rem minmax(0,1fr);gap:.65rem}
.finding .doubters p{margin:0}
.doubters b{font-weight:600;font-size:.94rem;margin-right:.25em}
.said{font-family:var(--serif);font-size:1.05rem}
.rows thead,.rows thead th{position:absolute;clip-path:inset(50%)}
.rows tr{display:flex;flex-wrap:wrap;gap:.25rem;padding:.7rem 0;border-top:1px solid var(--line)}
.rows tbody th{flex:0 0 100%;border:0;padding:0 0 .2rem}
.rows td.cell{flex:0 0 calc((100% - 2.75rem)/12);border:0;border-radius:2px;padding:.3rem .2rem;min-width:0}
.rows td.cell .name{display:block;color:var(--ink);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.rows .shares{flex:1;border:0}
@media (max-width:39.99rem){
  .map thead,.map thead th{position:absolute;clip-path:inset(50%)}
  .map tr{display:flex;flex-wrap:wrap;gap:.25rem;padding:.7rem 0;border-top:1px solid var(--line)}
  .map tbody th{flex:0 0 100%;border:0;padding:0 0 .2rem}
  .map td.cell{flex:0 0 calc((100% - 1.25rem)/6);border:0;border-radius:2px;padding:.3rem .05rem;min-width:0}
  .map td.cell .name{display:block;color:var(--ink);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
  .map .shares{flex:1;border:0;padding:0}
}
@media (min-width:40rem){
  .map:not(.rows) thead th{vertical-align:bottom;text-align:center;padding:.2rem}
  .map:not(.rows) thead th:first-child{text-align:left;padding-left:0}
  .map:not(.rows) td.cell{width:3.6rem}
}
`
