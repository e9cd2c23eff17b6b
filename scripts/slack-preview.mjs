// node scripts/slack-preview.mjs [run.json] [--html out.html] [--shot out.png] [--home home.png]: what the Slack app posts
// of a run, and its Home tab, desk and welcome, to look at.
// `run.json` is what `pressure-test run --json` prints; without it examples/oat-drink.md is run with the offline behaviour
// model. Prints the thread as text, writes it as a page that looks like Slack on a phone, and photographs that page.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PHONE = { width: 390, height: 844 }
const built = (path) => import(pathToFileURL(join(ROOT, 'build', path)).href)

const { values, positionals } = parseArgs({
  options: {
    ...{ html: { type: 'string' }, shot: { type: 'string' }, home: { type: 'string' } },
    ...{ link: { type: 'string' }, record: { type: 'string' } },
  },
  allowPositionals: true,
})

/** Runs the example in a temporary home. */
async function runExample() {
  const home = await mkdtemp(join(tmpdir(), 'pressure-test-slack-'))
  const env = { PATH: process.env.PATH, HOME: home, PRESSURE_TEST_HOME: home, PRESSURE_TEST_MODEL: 'offline' }
  const args = ['dist/cli/main.js', 'run', 'examples/oat-drink.md', '--category', 'food_drink', '--json', '--quiet']
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  const { embeddedPaths, stopEmbedded } = await built('db/embedded/embedded.js')
  await stopEmbedded({ home })
  await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
  await rm(home, { recursive: true, force: true })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

const { rootMessage } = await built('bot/blocks/root-message.js')
const { threadParts, VERSIONS } = await built('bot/blocks/results.js')
const { deskModal } = await built('bot/forms/desk-modals.js')
const { homeView } = await built('bot/blocks/home.js')
const { welcomeMessage } = await built('bot/blocks/welcome.js')
const { EXAMPLE_RUN } = await built('data/example-run.js')
const document = positionals[0] ? JSON.parse(await readFile(resolve(positionals[0]), 'utf8')) : await runExample()
// A file's address opens in no Slack; what a server would sign stands in for it.
const run = { ...document, report_url: values.link ?? `https://pressure-test.example/reports/${document.run_id}` }
const result = run.result ?? {}
const subject = result.stimulus ?? result.agent?.name ?? result.question ?? result.refined ?? result.sentence ?? ''
const at = run.completed_at ?? new Date(0).toISOString()
const card = {
  ...{ run, subject, askedBy: 'Ana', createdAt: run.started_at ?? at, now: at },
  ...{ spentUsd: run.usage.cost_usd ?? 0, budgetUsd: 2, progress: null, pause: null, cancelRequested: false },
  ...{ marks: [], review: null, again: null, record: values.record ?? null },
}
const suppressed = result.minority_report?.suppressed_views ?? []
const desk = {
  ...{
    filter: { state: 'open', owner: 'any', find: '', days: 0, strength: 0, project: '', run: '' },
    page: 0,
    total: 3 * suppressed.length,
  },
  counts: { open: suppressed.length, assigned: suppressed.length, overdue: 1 },
  views: [null, 'assigned'].flatMap((action) =>
    suppressed.map(({ view, holders }, index) => ({
      ...{ run_id: run.run_id, view_id: `v${index + 1}`, view, subject, offline: run.model.mode === 'offline' },
      holders: holders.map(
        ({ persona_id }) => result.responses.find((one) => one.persona_id === persona_id)?.persona_name,
      ),
      ...{
        strength: holders[0]?.strength ?? 0,
        raised_at: new Date(at),
        action,
        owner: 'U1',
        owner_name: 'Ben',
        overdue: action !== null && index === 0,
      },
      ...{
        by: 'U1',
        by_name: 'Ana',
        at: new Date(at),
        due: '2026-03-09',
        reason: null,
        link: null,
        url: 'https://x.slack.com/p1',
      },
    })),
  ),
}
const running = { ...run, status: 'running', result: null, trust: null, completed_at: null }
const home = {
  ...{ undelivered: [], running: [{ ...card, run: running }], past: Array(6).fill(card), more: true },
  desk: { ...desk, views: desk.views.slice(0, 4) },
  personaSets: [{ id: 'clinic-rota', name: 'clinic-rota', people: 30 }],
  budget: {
    ...{ monthSpentUsd: 3.2, monthReservedUsd: 0.4, monthCapUsd: 20, runCapUsd: 2, confirmAboveUsd: 0.5 },
    offline: run.model.mode === 'offline',
  },
  settings: {
    ...{ category: 'food_drink', panel: [], personaSet: null, personas: 6, skepticism: 'medium', focusGroup: 'live' },
    ...{ controls: true, assay: 'auto', stability: 0, visibility: 'channel', budgetUsd: 1.5, confirmAboveUsd: 0.5 },
  },
  ...{ leads: ['Ana', 'Ben'], isAdmin: true },
}
const posted = [
  { key: 'parent', ...rootMessage(card) },
  // One run has no version before it.
  ...threadParts(run)
    .filter(({ key }) => key !== VERSIONS)
    .map(({ key, render }) => ({ key, ...render({}) })),
  ...(suppressed.length > 0 ? [{ key: 'desk (a window)', text: '', plain: null, blocks: deskModal(desk).blocks }] : []),
  { key: 'home', text: '', plain: null, blocks: homeView(home).blocks },
  { key: 'welcome', ...welcomeMessage(EXAMPLE_RUN()) },
]

const STYLE = `
*{box-sizing:border-box}body{margin:0;font:15px/1.46 Lato,"Noto Sans",system-ui,sans-serif;color:#1d1c1d;background:#fff}
.bar{position:sticky;top:0;padding:10px 16px;background:#fff;border-bottom:1px solid #ddd;font-weight:700}.bar span{display:block;font-weight:400;font-size:12px;color:#616061}
main{max-width:720px;margin:auto;padding-bottom:24px}article{display:flex;gap:10px;padding:10px 16px 6px}.face{flex:none;width:36px;height:36px;border-radius:8px;background:#4a154b;color:#fff;font-size:22px;line-height:36px;text-align:center}
.body{min-width:0;flex:1}.who{margin:0 0 2px}.who small{background:#ddd;border-radius:2px;padding:0 3px;font-size:9px;font-weight:700;color:#616061}.who time{color:#616061;font-size:12px}
h2{font-size:18px;line-height:1.3;margin:4px 0 6px}p{margin:0 0 4px;overflow-wrap:anywhere}ul,ol{margin:0 0 4px;padding-left:22px}blockquote{margin:4px 0;padding-left:12px;border-left:4px solid #ddd}
pre{margin:4px 0;padding:8px;border:1px solid #ddd;border-radius:4px;background:#f8f8f8;font:12px/1.5 Menlo,"DejaVu Sans Mono",monospace;white-space:pre-wrap}
.small{font-size:12px;color:#616061;margin:6px 0}.buttons{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0}.button{border:1px solid #bbb;border-radius:4px;padding:4px 10px;font-size:14px;font-weight:700;background:#fff;display:inline-block}.primary{background:#007a5a;border-color:#007a5a;color:#fff}.danger{color:#e01e5a;border-color:#e01e5a}
.votes span{border:1px solid #ddd;border-radius:12px;padding:1px 8px;margin-right:6px;font-size:13px}
details{border:1px solid #ddd;border-radius:8px;padding:8px 10px;margin:6px 0}summary{cursor:pointer}summary small{display:block;color:#616061;padding-left:16px}
.carousel{display:flex;gap:10px;overflow-x:auto;padding:4px 0}.carousel section{flex:none;width:240px;border:1px solid #ddd;border-radius:8px;padding:10px}.carousel small{display:block;color:#616061;margin:2px 0 6px}
hr{border:0;border-top:1px solid #ddd;margin:12px 0}
.light{display:inline-block;width:12px;height:12px;border-radius:50%;vertical-align:-1px}
.plan{border:1px solid #ddd;border-radius:8px;padding:8px 12px;margin:6px 0}.plan p::before{content:"○ ";color:#616061}.plan .complete::before{content:"✓ ";color:#007a5a}.plan .in_progress::before{content:"◐ ";color:#1264a3}.plan .error::before{content:"✗ ";color:#e01e5a}
figure{margin:6px 0;border:1px solid #ddd;border-radius:8px;padding:10px}figcaption{font-weight:700;margin-bottom:8px}.chart{display:flex;gap:6px;align-items:flex-start}.chart>div{flex:1;min-width:0;text-align:center}.chart span{display:flex;gap:1px;align-items:flex-end;height:92px}.chart span i{flex:1;border-radius:2px 2px 0 0}.chart em{display:block;font-style:normal;font-size:9px;line-height:1.2;margin-top:3px;overflow-wrap:anywhere}
.series-0{background:#1264a3}.series-1{background:#ecb22e}.series-2{background:#e01e5a}figure small i{display:inline-block;width:9px;height:9px;border-radius:2px;margin-right:4px}
.replies{margin:0 16px;padding:8px 0 0;border-top:1px solid #ddd;color:#616061;font-size:12px}
`

/** Replacements for emoji, which a machine without an emoji font cannot draw. */
const DRAWN = {
  '🟢': '<i class="light" style="background:#2eb67d"></i>',
  '🟡': '<i class="light" style="background:#ecb22e"></i>',
  '🔴': '<i class="light" style="background:#e01e5a"></i>',
  '⚪': '<i class="light" style="background:#ddd"></i>',
  '🙂': '☺',
  '🙁': '☹',
  '😐': '◔',
  '😶': '◔',
}

const RULE = '─'.repeat(64)
process.stdout.write(posted.map(textOf).join(`\n${RULE}\n`))
process.stdout.write(`\n${RULE}\n${posted.length} messages, ${posted.map(({ key }) => key).join(', ')}\n`)

const page = pageOf(posted)
const file = resolve(values.html ?? join(await mkdtemp(join(tmpdir(), 'pressure-test-slack-')), 'thread.html'))
await writeFile(file, page)
process.stdout.write(`As a page: ${file}\n`)
/** The card, the minority report, and chart and talk, side by side as three phones would show them. */
const THREE_PHONES = `main{max-width:none;columns:3;column-gap:0}article{break-inside:avoid}.replies{display:none}
  #findings,#personas,#next,#home,#welcome,[id^=desk]{display:none}#minority,#chart{break-before:column}`
const ONLY_HOME = '.bar,.replies,.face,.who,article:not(#home){display:none}'
if (values.shot) await photograph(file, resolve(values.shot), 3 * PHONE.width, THREE_PHONES)
if (values.home) await photograph(file, resolve(values.home), PHONE.width, ONLY_HOME)

async function photograph(from, to, width, style) {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--headless', '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { ...PHONE, width }, deviceScaleFactor: 1 })
  await page.goto(pathToFileURL(from).href)
  await page.addStyleTag({ content: style })
  await page.screenshot({ path: to, fullPage: true })
  await browser.close()
  process.stdout.write(`As a picture: ${to}\n`)
}

/** A message in plain text, block by block. */
function textOf({ key, blocks }) {
  const characters = JSON.stringify(blocks).length
  return [
    `[${key}] ${blocks.length} blocks, ${characters} characters`,
    ...blocks.flatMap((block) => linesOf(block)),
  ].join('\n')
}

function linesOf(block, indent = '') {
  const put = (text) => text.split('\n').map((line) => `${indent}${line}`)
  switch (block.type) {
    case 'header':
      return ['', ...put(`# ${block.text.text}`)]
    case 'rich_text':
      return block.elements.flatMap((element) => put(richText(element)))
    case 'section':
      return [block.text, ...(block.fields ?? [])].filter(Boolean).flatMap(({ text }) => put(text))
    case 'context':
      return block.elements.flatMap(({ text }) => put(`· ${text ?? ''}`))
    case 'actions':
      return put(block.elements.map(({ text }) => `[ ${text.text} ]`).join(' '))
    case 'divider':
      return put('')
    case 'context_actions':
      return put('( Helpful ) ( Not helpful )')
    case 'container':
      return [
        ...put(
          `${block.default_collapsed ? '▸' : '▾'} ${block.title.text}${block.subtitle ? ` — ${block.subtitle.text}` : ''}`,
        ),
        ...block.child_blocks.flatMap((child) => linesOf(child, `${indent}    `)),
      ]
    case 'plan':
      return put([block.title, ...block.tasks.map(({ title, status }) => `  [${status}] ${title}`)].join('\n'))
    case 'carousel':
      return block.elements.flatMap(({ title, subtitle, body }) =>
        put(`┌ ${title.text}\n│ ${subtitle.text}\n└ ${body.text}`),
      )
    case 'data_visualization':
      return put(
        [
          `Chart: ${block.title}`,
          ...block.chart.series.flatMap(({ name, data }) => [
            `  ${name}`,
            ...data.map(({ label, value }) => `    ${label}: ${value}`),
          ]),
        ].join('\n'),
      )
    default:
      return put(`(${block.type})`)
  }
}

function inlineText(element) {
  return element.type === 'text' ? element.text : element.fallback
}
function richText({ type, elements, style }) {
  const text = (all) => all.map(inlineText).join('')
  if (type === 'rich_text_list')
    return elements.map((item, i) => `${style === 'ordered' ? `${i + 1}.` : '•'} ${text(item.elements)}`).join('\n')
  return type === 'rich_text_quote' ? text(elements).replace(/^/gm, '│ ') : text(elements)
}

/** The same as a page, as a phone shows it. */
function pageOf(messages) {
  const when = '14:05'
  const articles = messages.map(
    ({ key, blocks }, i) => `${i === 1 ? `<p class="replies">${messages.length - 1} replies</p>` : ''}
<article id="${escapeHtml(key)}"><span class="face" aria-hidden="true">◩</span><div class="body"><p class="who"><b>Pressure Test</b> <small>APP</small> <time>${when}</time></p>
${blocks.map(htmlOf).join('\n')}</div></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Slack thread</title><style>${STYLE}</style></head><body><header class="bar">Thread <span>#launch-oat-drink</span></header><main>${articles.join('\n')}</main></body></html>\n`
}

function htmlOf(block) {
  switch (block.type) {
    case 'header':
      return `<h2>${escapeHtml(block.text.text)}</h2>`
    case 'rich_text':
      return block.elements.map(richHtml).join('')
    case 'section':
      return [block.text, ...(block.fields ?? [])]
        .filter(Boolean)
        .map(({ text }) => `<p>${escapeHtml(text)}</p>`)
        .join('')
    case 'context':
      return `<p class="small">${block.elements.map(({ text }) => escapeHtml(text ?? '')).join('<br>')}</p>`
    case 'actions':
      return `<p class="buttons">${block.elements
        .map(({ text, style }) => `<span class="button ${style ?? ''}">${escapeHtml(text.text)}</span>`)
        .join('')}</p>`
    case 'divider':
      return '<hr>'
    case 'context_actions':
      return '<p class="votes"><span>Helpful</span><span>Not helpful</span></p>'
    case 'container':
      return `<details${block.default_collapsed ? '' : ' open'}><summary><b>${escapeHtml(block.title.text)}</b>${block.subtitle ? `<small>${escapeHtml(block.subtitle.text)}</small>` : ''}</summary>${block.child_blocks.map(htmlOf).join('')}</details>`
    case 'plan':
      return `<div class="plan"><b>${escapeHtml(block.title)}</b>${block.tasks.map(({ title, status }) => `<p class="${status}">${escapeHtml(title)}</p>`).join('')}</div>`
    case 'carousel':
      return `<div class="carousel">${block.elements
        .map(
          ({ title, subtitle, body, actions = [] }) =>
            `<section><b>${escapeHtml(title.text)}</b><small>${escapeHtml(subtitle.text)}</small><p>${escapeHtml(body.text)}</p>${actions.map(({ text }) => `<span class="button">${escapeHtml(text.text)}</span>`).join('')}</section>`,
        )
        .join('')}</div>`
    case 'data_visualization':
      return chartHtml(block)
    default:
      return ''
  }
}

function chartHtml({ title, chart }) {
  const max = Math.max(1, ...chart.series.flatMap(({ data }) => data.map(({ value }) => value)))
  const groups = chart.axis_config.categories.map((category, i) => {
    const bars = chart.series
      .map(
        ({ data }, s) =>
          `<i class="series-${s}" style="height:${Math.round(((data[i]?.value ?? 0) / max) * 90)}px"></i>`,
      )
      .join('')
    return `<div><span>${bars}</span><em>${escapeHtml(category)}</em></div>`
  })
  const legend = chart.series
    .map(({ name }, s) => `<small><i class="series-${s}"></i>${escapeHtml(name)}</small>`)
    .join(' ')
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><div class="chart">${groups.join('')}</div>${legend}</figure>`
}

function richHtml({ type, elements, style }) {
  const inline = (all) => all.map(inlineHtml).join('')
  if (type === 'rich_text_list') {
    const tag = style === 'ordered' ? 'ol' : 'ul'
    return `<${tag}>${elements.map((item) => `<li>${inline(item.elements)}</li>`).join('')}</${tag}>`
  }
  const tag = { rich_text_quote: 'blockquote', rich_text_preformatted: 'pre' }[type] ?? 'p'
  return `<${tag}>${inline(elements)}</${tag}>`
}

function inlineHtml(element) {
  let html = escapeHtml(inlineText(element)).replaceAll('\n', '<br>')
  for (const [key, tag] of [
    ['bold', 'b'],
    ['italic', 'i'],
    ['strike', 's'],
  ])
    if (element.style?.[key]) html = `<${tag}>${html}</${tag}>`
  return html
}

function escapeHtml(text) {
  const escaped = String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return escaped.replace(/🟢|🟡|🔴|⚪|🙂|🙁|😐|😶/gu, (sign) => DRAWN[sign] ?? sign)
}
