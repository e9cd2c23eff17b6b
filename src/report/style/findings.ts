/** Findings, quotes, folds, tables and lists of facts. */
export const FINDINGS = `
.group+.group,.group+.pair,.pair+.group,.turns+.group,details+.group,p+.group,.findings+.group,table+.group,.scores+.group{margin-top:2.25rem}
.group>h3{padding-bottom:.6rem}
.group>ul:not(.findings){padding-left:1.15rem}
.group>ul:not(.findings) li{margin-top:.35rem}
.findings{list-style:none}
.finding{border-top:1px solid var(--line);padding:1rem 0 1.1rem}
.body>.findings>.finding:first-child{border-top:0;padding-top:0}
.finding p{margin-top:.35rem}
.finding .level{margin-top:.3rem}
.level{display:flex;align-items:center;gap:.5rem;color:var(--soft);font-size:.875rem}
.level svg{width:1.06rem;height:.75rem;flex:none}
.level svg.ten{width:3.7rem}
.level .on{fill:var(--ink)}
.level .off{fill:var(--rest)}
.numbered{counter-reset:fix}
.numbered .finding{counter-increment:fix;position:relative;padding-left:2.25rem}
.numbered .finding::before{content:counter(fix);position:absolute;left:0;font-size:1.5rem;line-height:1;font-weight:650;color:var(--accent)}
.numbered h3{font-size:1.1rem;line-height:1.35}
.claim{font-family:var(--serif);font-weight:400;font-size:1.1rem}
.claim::before{content:"“"}
.claim::after{content:"”"}
.detail{color:var(--soft);font-size:.94rem}
.detail b{color:var(--ink);font-weight:600;margin-right:.3em}
.why{margin-bottom:1.75rem}
.body>details,.finding details,.card details{margin-top:.6rem}
summary{cursor:pointer;color:var(--accent);font-size:.9rem;width:fit-content;padding:.2rem 0}
summary:hover{text-decoration:underline;text-underline-offset:.15em}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin-top:.5rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);font-weight:400}
thead th{border:0;color:var(--soft)}
tbody th{font-weight:600}
.facts>div,.checks>div{display:grid;grid-template-columns:minmax(0,1fr);padding:.5rem 0;border-top:1px solid var(--line);font-size:.95rem}
.facts dt,.checks dt{color:var(--soft)}
.facts+.detail{margin-top:.75rem}
.checks dt{font-weight:600;color:var(--ink)}
.status{font-weight:600;margin-right:.3em}
.status::after{content:"."}
.pass .status{color:var(--good)}
.warn .status{color:var(--mid)}
.fail .status{color:var(--bad)}
pre{margin:.75rem 0 0;padding:1.1rem 1.25rem;white-space:pre-wrap;font:1rem/1.55 var(--serif);background:var(--sheet);border:1px solid var(--line);border-radius:3px}
.body>p+.group{margin-top:2rem}
@media (min-width:40rem){
  .findings.two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));column-gap:2.5rem}
  .facts>div,.checks>div{grid-template-columns:12rem minmax(0,1fr);column-gap:1.5rem}
}
`
