/** Colours, type and the page's two columns. What people said is set in a serif, everything of ours is not. */
export const BASE = `
:root{
  color-scheme:light dark;
  --paper:#fcfbf9;--sheet:#fff;--tint:#f3f1ec;
  --ink:#1b1c1e;--soft:#595a5e;--line:#dddad3;--rest:#d5d1c8;
  --accent:#14595a;--good:#256544;--mid:#7a5200;--bad:#a0341f;
  --bar:#6f8f8d;--flow:#8d9190;
  --believes:#e3efe7;--doubts:#f7ecd2;--rejects:#f6ddd6;
  --sans:-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,system-ui,sans-serif;
  --serif:Charter,"Bitstream Charter","Iowan Old Style","Sitka Text",Cambria,Georgia,P052,serif;
}
@media (prefers-color-scheme:dark){:root{
  --paper:#151617;--sheet:#1c1e1f;--tint:#1e2122;
  --ink:#eae8e3;--soft:#aeaca6;--line:#36393a;--rest:#45494a;
  --accent:#8ccfca;--good:#8acba2;--mid:#e4bd6c;--bad:#f2977f;
  --bar:#7fa6a3;--flow:#7f8483;
  --believes:#1f3428;--doubts:#3b3117;--rejects:#44241c;
}}
body.rehearsal{--good:var(--soft);--mid:var(--soft);--bad:var(--soft)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 var(--sans);overflow-wrap:anywhere}
.page{max-width:70rem;margin:0 auto;padding:0 1.25rem 3rem}
h1,h2,h3,h4{margin:0;font-weight:650;line-height:1.25;text-wrap:pretty}
h1,h2{text-wrap:balance}
h1{font-size:1.5rem;letter-spacing:-.015em}
h2{font-size:1.3rem;letter-spacing:-.01em}
h3{font-size:1.05rem}
h4{font-size:1rem;line-height:1.4}
p,ul,ol,dl,dd,figure,blockquote{margin:0}
ul,ol{padding:0}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:2px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.75rem;background:var(--sheet);padding:.5rem .75rem;z-index:2}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.brand{display:flex;justify-content:space-between;gap:1rem;padding:.85rem 0 .8rem;font-size:.875rem;color:var(--soft)}
.brand p:first-child{font-weight:650;color:var(--ink)}
.part{border-top:1px solid var(--line);padding:2.25rem 0 2.5rem}
.head{margin-bottom:1.5rem}
.note{margin-top:.5rem;color:var(--soft);font-size:.9rem}
.note b{color:var(--ink);font-weight:600}
.tinted{background:var(--tint);border:0;margin:0 -1.25rem;padding-left:1.25rem;padding-right:1.25rem}
.tinted+.part{border-top:0}
.foot{border-top:1px solid var(--line);padding-top:1rem;color:var(--soft);font-size:.875rem}
@media (min-width:62rem){
  body{font-size:1.0625rem}
  .page{padding:0 2.5rem 4rem}
  .brand{padding:1.4rem 0 1.3rem}
  h1{font-size:2.1rem}
  h2{font-size:1.4rem}
  .part{display:grid;grid-template-columns:15rem minmax(0,1fr);column-gap:3.5rem;padding:3.25rem 0 3.5rem;scroll-margin-top:0}
  .head{position:sticky;top:2rem;align-self:start;margin:0}
  .body>p,.finding>p,.finding>h3,.finding>h4,.words{max-width:40rem}
  .tinted{margin:0 -2.5rem;padding-left:2.5rem;padding-right:2.5rem}
}
`
