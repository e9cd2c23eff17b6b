/** On paper: black on white, everything unfolded but the long list of everybody, no card cut in two. */
export const PRINT = `
@media print{
  :root{color-scheme:light;--paper:#fff;--sheet:#fff;--tint:#fff;--ink:#000;--soft:#333;--line:#bbb;--rest:#bbb;--accent:#000;--good:#000;--mid:#000;--bad:#000;--bar:#777;--flow:#777;--believes:#fff;--doubts:#eee;--rejects:#ccc}
  @page{margin:18mm 16mm}
  html{font-size:9.5pt}
  body{font-size:1rem}
  .page{max-width:none;padding:0}
  .skip,.contents,.strip summary::after{display:none}
  .part{display:block;padding:1.5rem 0 1rem}
  .part.tinted{margin:0;padding-left:0;padding-right:0;border-top:1px solid var(--line)}
  .head{position:static;margin-bottom:1rem}
  .pair,.cards{grid-template-columns:1fr 1fr}
  h1,h2,h3,h4,.head,summary{break-after:avoid}
  .card,.words,.strip,.margin,.map tr,.finding,.scores>div,.turn,.chart,figure,tr,.facts>div,.checks>div{break-inside:avoid}
  a{text-decoration:none}
  details:not(.everybody)::details-content{content-visibility:visible;display:block;height:auto;opacity:1}
  details:not(.everybody)>summary{list-style:none;font-weight:600}
  details:not(.everybody)>summary::-webkit-details-marker{display:none}
}
`
