import { createHash } from 'node:crypto'
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.js'
import { REQUEST_NOT_SHOWN } from '../../src/domain/panel/stimulus.js'
import type { Scope } from '../../src/domain/workspace/token-scopes.js'
import { AppError } from '../../src/errors.js'
import { silentLog } from '../../src/log.js'
import { createLlm, createPricing } from '../../src/main.js'
import type { Piece } from '../../src/service/requests/read-pieces.js'
import { readStimulus } from '../../src/service/requests/stimulus.js'
import { keepUpload } from '../../src/service/requests/uploads.js'
import { findRun } from '../../src/service/run/get-run.js'
import { createDraft, startApiDraft } from '../../src/service/run/run-drafts.js'
import { type PrepareOptions, prepareInput, prepareRun, submitRun } from '../../src/service/run/submit-run.js'
import { clientOf, serveApi } from '../support/api.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { blackPng, docxOf, docxTableOf, pdfOf, pngOf, pptxOf, pptxTableOf } from '../support/made-files.js'
import { connect, inMemory, overHttp, serveMcpIn, stranger, tokenOf } from '../support/mcp.js'

const OFFER =
  'Havn Oat froths like milk. It has forty percent less sugar than the leading brand, and two hundred baristas tested it. It costs 1.49 euros a litre, and you get your money back if your cappuccino fails.'
/** A PDF breaks no lines by itself. */
const PRINTED = OFFER.replaceAll('. ', '.\n').replace(', and two', ',\nand two')
const AROUND = `<nav><a href="/">Home</a><a href="/shop">Shop</a></nav><div id="onetrust-banner-sdk">We and our 847 partners store cookies. Accept all.</div><div role="dialog" aria-modal="true">Join our newsletter</div>`
const pageOf = (body: string): string =>
  `<!doctype html><html><head><title>Havn</title></head><body>${AROUND}${body}<footer>Imprint. Privacy.</footer><script>1</script></body></html>`

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const html =
  (text: string | Buffer, type = 'text/html; charset=utf-8'): Answer =>
  (_, response) => {
    response.setHeader('content-type', type)
    response.end(text)
  }
const status =
  (code: number, location?: string): Answer =>
  (_, response) => {
    response.writeHead(code, location ? { location } : {})
    response.end('no')
  }

const PAGES: Record<string, Answer> = {
  '/landing': html(pageOf(`<main><h1>Froths like milk</h1><p>${OFFER}</p></main><aside>Also interesting</aside>`)),
  '/hero': html(pageOf(`<header><h1>Froths like milk</h1><p>${OFFER}</p></header>`)),
  '/cards': html(pageOf(['One', 'Two', 'Three'].map((name) => `<div><h2>${name}</h2><p>${OFFER}</p></div>`).join(''))),
  '/latin': html(Buffer.from(pageOf(`<p>Café crème. ${OFFER}</p>`), 'latin1'), 'text/html; charset=iso-8859-1'),
  '/said-utf-8': html(Buffer.from(pageOf(`<p>Café crème. ${OFFER}</p>`), 'latin1')),
  '/said-latin': html(pageOf(`<p>Café crème. ${OFFER}</p>`), 'text/html; charset=iso-8859-1'),
  '/says-nothing': html(Buffer.from(pageOf(`<p>Café crème. ${OFFER}</p>`), 'latin1'), 'text/html'),
  '/one-pager': html(pdfOf([PRINTED]), 'application/pdf'),
  '/moved': status(301, '/landing'),
  '/scripts': html('<html><body><div id="root"></div><script src="a.js"></script></body></html>'),
  '/login': html(pageOf('<h1>Welcome back</h1><form><input type="password"></form>')),
  '/login-dialog': html(
    '<body><p>Members</p><div role="dialog" aria-modal="true"><form><input type="password"></form></div></body>',
  ),
  '/login-title': html(
    '<html><head><title>Sign in – Intranet</title></head><body><p>E-mail</p><button>Next</button></body></html>',
  ),
  '/login-asked': html(pageOf('<p>This article is for subscribers. You must be logged in to read it.</p>')),
  '/anmelden': html(pageOf('<p>Bitte anmelden, um diesen Beitrag zu lesen.</p>')),
  '/inline': html('<body><div id="app">Loading …</div><script>boot()</script></body>'),
  '/enable': html(
    '<body><p>We are sorry, but the shop does not work properly without it.</p><p>Please enable JavaScript to continue, or come back with another browser.</p></body>',
  ),
  '/sign-up': html(
    pageOf(
      `<h1>Froths like milk</h1><p>${OFFER}</p><form>Join <input type="password" autocomplete="new-password"></form>`,
    ),
  ),
  '/login-beside': html(
    pageOf(`<h1>Froths like milk</h1><p>${OFFER}</p><dialog><form>Log in <input type="password"></form></dialog>`),
  ),
  '/data-only': html(
    '<body><p>Froths like milk at 1.49 euros, or money back if your cappuccino fails.</p><script type="application/ld+json" src="a.json">{}</script></body>',
  ),
  '/bakery': html(
    pageOf(
      `<h1>Froths like milk</h1><section id="cookies"><h2>Our cookies</h2><p>We use butter. ${OFFER}</p></section>`,
    ),
  ),
  '/notice': html(
    pageOf(`<h1>Froths like milk</h1><p>${OFFER}</p><div class="cookie-box">We use cookies. <a>Accept all</a></div>`),
  ),
  '/members': status(302, '/login?next=members'),
  '/to-consent': status(302, 'http://consent.example.com/m?continue=x'),
  '/to-cookie-wall': status(302, '/cookiewall?to=x'),
  '/consent-software': status(301, '/consent-management'),
  '/consent-management': html(pageOf(`<h1>Froths like milk</h1><p>${OFFER}</p>`)),
  '/prices': html(Buffer.from(`Größe;Preis\n${OFFER};1,49 \x80\n`, 'latin1'), 'text/csv'),
  '/prices-said': html(Buffer.from(`Größe;Preis\n${OFFER};1,49\n`, 'latin1'), 'text/csv; charset=windows-1252'),
  '/private': status(302, 'http://169.254.169.254/latest'),
  '/forbidden': status(403),
  '/missing': status(404),
  '/soft': html(pageOf('<h1>Page not found</h1>')),
  '/empty': html(''),
  '/deep': html(`${'<div>'.repeat(300)}${OFFER}`),
  '/huge': html('word '.repeat(1_100_000)),
  '/short': html(
    pageOf('<main><p>Havn Oat froths like milk, at 1.49 euros a litre.</p><p>http://127.0.0.1:9/more</p></main>'),
  ),
  '/listing': html('<html><body><h1>Index of /x</h1><a href="one.html">one.html</a></body></html>'),
  '/links': html(
    '<html><body><h1>See also /x</h1><a>www.a.example/one.html</a> <a>www.a.example/two.html</a></body></html>',
  ),
  '/styled': html(
    `<html><head><link href="/look.css?a=1&amp;b=2" rel="stylesheet"><link rel="preload" as="style" href="late.css" onload="this.rel='stylesheet'">
<link rel="stylesheet" media="print" href="print.css"><link rel="stylesheet" href="gone.css"><link rel="stylesheet" href="http://169.254.169.254/x.css"></head><body><main>
<h1>Froths like milk</h1><p>${OFFER}</p><p class="promo">Black Friday only: 70% off</p><p>A case for <span class="x1">24 euros</span> <span class="x2">19 euros</span></p><p class="app">Buy in the app</p></main></body></html>`,
  ),
  '/look.css?a=1&b=2': html('.promo{display:none}.x1{text-decoration:line-through}', 'text/css'),
  '/late.css': html('.app{display:none}', 'text/css'),
  '/print.css': html('main{display:none}', 'text/css'),
  '/long': html(pageOf(`<p>${`${OFFER} `.repeat(110)}</p>`)),
}

/** `asked`: gets the paths that were asked for. */
async function site(asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    ;(PAGES[request.url ?? ''] ?? status(404))(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What preparing takes, with these hosts open to it although they are private. */
function pricing(env: Record<string, string> = {}) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env })
  return createPricing(config, createLlm(config, silentLog))
}
const SEES = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }
const prepare = (pieces: Piece[], env?: Record<string, string>, options?: PrepareOptions) =>
  prepareInput(pricing(env), 'pressure_test', { attachments: pieces }, options)

describe('a link', () => {
  it.each([
    ['/landing', 'Froths like milk'],
    ['/hero', 'Froths like milk'],
    ['/cards', 'One'],
    ['/latin', 'Café crème.'],
    ['/said-utf-8', 'Café crème.'],
    ['/said-latin', 'Café crème.'],
    ['/says-nothing', 'Café crème.'],
    ['/one-pager', 'Havn Oat froths'],
    ['/moved', 'Froths like milk'],
    ['/sign-up', 'Froths like milk'],
    ['/login-beside', 'Froths like milk'],
    ['/data-only', 'Froths like milk'],
    ['/notice', 'Froths like milk'],
    ['/consent-software', 'Froths like milk'],
    ['/prices', 'Größe · Preis'],
    ['/prices-said', 'Größe · Preis'],
  ])('%s is read for its main content, and said before it is tested', async (path, begins) => {
    const host = await site()
    const link = `http://${host}${path}`
    const { input, quote } = await prepareInput(pricing({ AGENT_HOSTS_ALLOWED: host }), 'pressure_test', {
      stimulus: `  ${link}\n`,
    })
    expect(input.stimulus.startsWith(begins), input.stimulus).toBe(true)
    expect(input.stimulus).toContain('money back if your cappuccino fails')
    expect(input.stimulus).not.toMatch(/Home|Shop|cookies|newsletter|Imprint|interesting/)
    expect(input.sources).toMatchObject([
      { kind: 'link', name: expect.stringContaining(host), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(quote.notes[0]).toMatch(/^Read \d+ words from http:\/\/127\S+; first lines: “/)
  })

  it.each([
    ['/scripts', /next to no text without its scripts; open it in your browser and paste its text/],
    ['/login', /asks for a login; open it in your browser/],
    ['/login-dialog', /asks for a login; open it in your browser/],
    ['/login-title', /asks for a login; open it in your browser/],
    ['/login-asked', /asks for a login; open it in your browser/],
    ['/anmelden', /asks for a login; open it in your browser/],
    ['/inline', /next to no text without its scripts/],
    ['/enable', /next to no text without its scripts/],
    ['/members', /asks for a login; open it in your browser/],
    ['/to-consent', /shows a consent page first; open it in your browser and paste its text/],
    ['/to-cookie-wall', /shows a consent page first; open it in your browser/],
    ['/private', /169\.254\.169\.254 is not called/],
    ['/forbidden', /refuses programs \(HTTP 403\); open it in your browser/],
    ['/missing', /no such page \(HTTP 404\); check the address/],
    ['/soft', /says that there is no such page; check the address/],
    ['/listing', /shows a notice in place of its content; open it in your browser/],
    ['/links', /has next to no text beside its links; give the page that they lead to/],
    ['/empty', /is an empty page; paste its text/],
    ['/deep', /200 deep; copy its text/],
    ['/huge', /larger than 5 MB/],
    ['/long', /at most 20,000 can be tested at once: give the part that matters/],
  ])('%s is refused with what to do instead', async (path, sentence) => {
    const host = await site()
    const refused = prepare([{ link: `http://${host}${path}` }], { AGENT_HOSTS_ALLOWED: host })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(sentence) })
  })

  it('is read in the style sheets that it links to, as a browser applies them', async () => {
    const asked: string[] = []
    const host = await site(asked)
    const { input } = await prepare([{ link: `http://${host}/styled` }], { AGENT_HOSTS_ALLOWED: host })
    expect(input.stimulus).toContain(OFFER)
    expect(input.stimulus).toContain('A case for ~~24 euros~~ 19 euros')
    expect(input.stimulus).not.toMatch(/Black Friday|in the app/)
    expect(asked.sort()).toEqual(['/gone.css', '/late.css', '/look.css?a=1&b=2', '/styled'])
  })

  it('to a bakery keeps its cookies', async () => {
    const host = await site()
    const { input } = await prepare([{ link: `http://${host}/bakery` }], { AGENT_HOSTS_ALLOWED: host })
    expect(input.stimulus).toContain(`Our cookies\n\nWe use butter. ${OFFER}`)
  })

  it('in a sentence that offers nothing is the page that is meant', async () => {
    const host = await site()
    const ask = (stimulus: string) =>
      prepareInput(pricing({ AGENT_HOSTS_ALLOWED: host }), 'pressure_test', { stimulus })
    const { input } = await ask(`Does this make sense to a normal person? http://${host}/landing`)
    expect(input.stimulus.startsWith('Froths like milk')).toBe(true)
    expect(input).toMatchObject({ sources: [{ name: REQUEST_NOT_SHOWN }, { kind: 'link' }] })
    const offer = `The oat drink that froths like milk, 1.49 a litre: http://${host}/landing for details.`
    expect((await ask(offer)).input.stimulus).toBe(offer)
    await expect(ask(`Does this make sense to a normal person? http://${host}/forbidden`)).rejects.toThrow(/HTTP 403/)
  })

  it.each([
    'Mossy: Plant Care & ID\n4.8 ★ • 12K Ratings\nPoint the camera at a leaf, know when it is thirsty. Mossy Plus: $3.99/month.\nPrivacy Policy:',
    'Mossy: Plant Care & ID\n4.8 ★ • 12K Ratings\nPoint the camera at a leaf, know when it is thirsty. Mossy Plus: $3.99/month.\nSupport:',
    'Tempo – Interval Timer\nRated 4.6 by 3,201 people\nSet your rounds. Press start. Sweat.\nTerms of Use:',
    'Budgie - Money Tracker\n4.7 • 9.8K Ratings\nSee where it went. Free with in-app purchases.\nWebsite:',
  ])('at the foot of an offer is a part of it: %s', async (listing) => {
    const host = await site()
    const stimulus = `${listing} http://${host}/landing`
    const { input } = await prepareInput(pricing({ AGENT_HOSTS_ALLOWED: host }), 'pressure_test', { stimulus })
    expect(input.stimulus).toBe(stimulus)
  })

  it.each([
    'Does this make sense to a normal person?',
    'Could you run our new pricing page past a skeptical panel?',
    'Where might somebody of the older generation stumble while reading?',
  ])('in a sentence that offers nothing is the page, with a language model, too: %s', async (sentence) => {
    const host = await site()
    const stimulus = `${sentence} http://${host}/landing`
    const { input } = await prepareInput(pricing({ ...SEES, AGENT_HOSTS_ALLOWED: host }), 'pressure_test', { stimulus })
    expect(input.stimulus.startsWith('Froths like milk')).toBe(true)
  })

  it('in a note about it is asked about first, or refused with the advice', async () => {
    const stimulus = 'Auf https://a.example/x haben wir die Überschrift und den Aufbau der Startseite geändert'
    const refused = prepareInput(pricing(SEES), 'pressure_test', { stimulus })
    await expect(refused).rejects.toThrow(/has a link whose page is not read; give the link alone/)
    const { doubt } = await prepareInput(pricing(SEES), 'pressure_test', { stimulus }, { asks: true })
    expect(doubt).toContain('has a link whose page is not read')
    const told = { stimulus, about: 'An oat drink for coffee at home.' }
    expect((await prepareInput(pricing(SEES), 'pressure_test', told)).doubt).toBeNull()
  })

  it('in a short text that hardly offers anything is asked about, and in an ad is not', async () => {
    const ask = (stimulus: string) => prepareInput(pricing(SEES), 'pressure_test', { stimulus }, { asks: true })
    const note = "Pretend you're a tired nurse and look at https://a.example/x"
    expect((await ask(note)).doubt).toContain('has a link whose page is not read')
    const ad = 'Soup in a cup that you can eat, at every kiosk from Monday. https://a.example/x'
    const { doubt, read, quote, input } = await ask(ad)
    expect([doubt, read, input.stimulus]).toEqual([null, null, ad])
    expect(quote.notes[0]).toMatch(
      /^Tested as typed, \d+ words: “Soup .*” The page at https:\/\/a\.example\/x is not read; to have/,
    )
  })

  it('beside words that may be said about its page is asked about with them', async () => {
    const host = await site()
    const stimulus = `Spot mistakes on http://${host}/landing`
    const ctx = pricing({ AGENT_HOSTS_ALLOWED: host })
    const { doubt } = await prepareInput(ctx, 'pressure_test', { stimulus }, { asks: true })
    expect(doubt).toContain('may be said about the page, and would be shown to the panel together with it')
    await expect(prepareInput(ctx, 'pressure_test', { stimulus })).rejects.toThrow(/give the link alone/)
  })

  it('beside a remark is the page; what was left out is said', async () => {
    const host = await site()
    const stimulus = `http://${host}/landing – the price is meant for students`
    const { input, read } = await prepareInput(pricing({ AGENT_HOSTS_ALLOWED: host }), 'pressure_test', { stimulus })
    expect(input.stimulus).toMatch(/^Froths like milk\n/)
    expect(input.stimulus).not.toContain('students')
    expect(read).toMatch(
      /^“the price is meant for students” is taken as a request, which the panel is not shown\. Read/,
    )
  })

  it('with a label in a longer text is its label, and is not read', async () => {
    const stimulus = `${OFFER}\n[Start free](http://127.0.0.1:9/signup)`
    const { input, quote } = await prepareInput(pricing(SEES), 'pressure_test', { stimulus })
    expect(input).toMatchObject({ stimulus: `${OFFER}\nStart free` })
    expect(quote.notes.join(' ')).not.toContain('is not read')
  })

  it('in a page that was read is not followed, also when the draft that holds its text is started', async () => {
    const host = await site()
    const app = await startApp({ AGENT_HOSTS_ALLOWED: host })
    const request = { stimulus: `http://${host}/short` }
    const draft_id = await createDraft(app.local, 'pressure_test', { name: 'page', request })
    const run_id = await startApiDraft(app.local, { kind: 'pressure_test', draft_id })
    expect((await findRun(app.local, run_id)).input).toMatchObject({
      stimulus: 'Havn Oat froths like milk, at 1.49 euros a litre.\n\nhttp://127.0.0.1:9/more',
      sources: [{ kind: 'link', name: `http://${host}/short` }],
    })
  })

  it('is not looked for in a text that is too long', async () => {
    for (const stimulus of ['https://a.example '.repeat(2_000), `${'words '.repeat(5_000)}https://a.example`])
      await expect(prepareInput(pricing(), 'pressure_test', { stimulus })).rejects.toThrow(
        'The proposition is longer than 20,000 characters; shorten it.',
      )
    const text = 'https://a.example '.repeat(2_000)
    await expect(prepare([{ text }])).rejects.toThrow(/^The proposition is longer than 20,000 characters/)
  })

  it('that is no address is refused in one sentence', async () => {
    const link = 'https://[your-site].com/lp'
    await expect(prepare([{ link }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: `${link} cannot be read: it is no address of a page; check it, or paste the page's text.`,
    })
  })

  it('to a private address is not called', async () => {
    await expect(prepare([{ link: `http://${await site()}/landing` }])).rejects.toThrow(/is not called: its address is/)
  })

  it('to a Google Doc is read as its text, or refused with how to share it', async () => {
    const asked: string[] = []
    const ctx = {
      ...pricing(),
      seesPictures: false,
      async fetchPage(address: string) {
        asked.push(address)
        if (address.includes('closed'))
          throw new AppError('invalid_input', { problem: 'It asks for a login; open it.' })
        return { address, bytes: Buffer.from(`\ufeff${OFFER}`), media_type: 'text/plain', charset: 'utf-8' }
      },
    }
    const link = 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ012/edit?usp=sharing'
    const read = await readStimulus(ctx, { stimulus: link })
    expect(read).toMatchObject({ stimulus: OFFER, sources: [{ name: link }] })
    expect(asked).toEqual(['https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ012/export?format=txt'])
    const sheet = 'https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ012/edit'
    for (const behind of ['', '#gid=123', '?gid=45#gid=45']) await readStimulus(ctx, { stimulus: `${sheet}${behind}` })
    const exported = sheet.replace('edit', 'export?format=csv')
    expect(asked.slice(1)).toEqual([exported, `${exported}&gid=123`, `${exported}&gid=45`])
    await expect(
      readStimulus(ctx, { stimulus: 'https://docs.google.com/document/d/closed-closed-closed-closed/edit' }),
    ).rejects.toThrow(/not open to everybody with its link\. Share it as “Anyone with the link”/)
  })
})

it('a fragment of a page, pasted, is read as a page', async () => {
  const stimulus = `<h1 class="x">Froths</h1>\n<p>${OFFER}</p>`
  const { input } = await prepareInput(pricing(), 'pressure_test', { stimulus })
  expect(input.stimulus).toBe(`Froths\n\n${OFFER}`)
})

it('the source of a page, pasted, is read as a page', async () => {
  const stimulus = pageOf(`<h1>Froths</h1><p>${OFFER}</p><script>${'x'.repeat(30_000)}</script>`)
  const { input } = await prepareInput(pricing(), 'pressure_test', { stimulus })
  expect(input).toMatchObject({ stimulus: `Froths\n\n${OFFER}`, sources: [{ name: 'pasted.html' }] })
})

it.each([
  ['copy as JSON', JSON.stringify({ headline: 'Froths', price: '€1.49', faq: [OFFER] }, null, 2), /^This is JSON, for/],
  [
    'structured data',
    `[{"@context": "https://schema.org", "name": "${OFFER}"}]`,
    /^This is JSON, for programs; paste the/,
  ],
  ['a newsletter in MJML', `<mjml><mj-body><mj-text>${OFFER}</mj-text></mj-body></mjml>`, /<mjml>.*paste the words/],
  ['a script of data', `<script type="application/ld+json">{"a":"${OFFER}"}</script>`, /the source of something/],
])('%s is refused for what it is, pasted and as a file', async (_, stimulus, sentence) => {
  await expect(prepareInput(pricing(), 'pressure_test', { stimulus })).rejects.toThrow(sentence)
  await expect(prepare([{ name: 'copy.txt', bytes: Buffer.from(stimulus) }])).rejects.toThrow(/paste the words/)
})

it.each([`{first_name}, ${OFFER}`, `[New] ${OFFER}`, `<3 ${OFFER}`, `"Froths": ${OFFER} {ends soon}`])(
  'what only begins like a notation is read: %s',
  async (stimulus) => {
    expect((await prepareInput(pricing(), 'pressure_test', { stimulus })).input.stimulus).toContain(OFFER)
  },
)

it.each([
  [
    'ad.srt',
    `1\n00:00:01,000 --> 00:00:03,000\nFroths\n<i>like milk.</i>\n\n2\n00:00:03,500 --> 00:00:05,000\n${OFFER}\n`,
  ],
  [
    'ad.vtt',
    `WEBVTT\n\nNOTE draft\n\n00:01.000 --> 00:03.000 line:0\n<v Narrator>Froths like milk.\n\n00:03.500 --> 00:05.000\n${OFFER}`,
  ],
])('subtitles are what is said in them, as %s, in a text file and pasted', async (name, said) => {
  const bytes = Buffer.from(said)
  const seen = `Froths like milk.\n${OFFER}`
  expect((await prepare([{ name, bytes }])).input.stimulus).toBe(seen)
  expect((await prepare([{ name: 'ad.txt', bytes }])).input.stimulus).toBe(seen)
  expect((await prepareInput(pricing(), 'pressure_test', { stimulus: said })).input.stimulus).toBe(seen)
  const quoted = `${OFFER}\n\nAt 00:01.000 --> 00:03.000 it froths.`
  expect((await prepareInput(pricing(), 'pressure_test', { stimulus: quoted })).input.stimulus).toBe(quoted)
})

describe('a file', () => {
  it.each<[string, Buffer, string]>([
    [
      'deck.pptx',
      pptxOf(
        [
          ['Price', '1.49 euros'],
          ['Havn Oat', OFFER],
        ],
        [2, 1],
      ),
      `Havn Oat\n${OFFER}\n\nPrice\n1.49 euros`,
    ],
    ['brief.docx', docxOf(['Havn Oat', OFFER]), `Havn Oat\n\n${OFFER}`],
    ['page.pdf', pdfOf([PRINTED]), PRINTED],
    [
      'posts.csv',
      Buffer.from('post;price\n"Froths like milk, always";1.49\n'),
      'post · price\nFroths like milk, always · 1.49',
    ],
    [
      'ads.csv',
      Buffer.from(
        `headline,body,proof,link\nNever a cold shower,,Ends any month.,\n"${OFFER}",Warm at once,,https://a.example\n,,,\n`,
      ),
      `headline · body · proof · link\nNever a cold shower · – · Ends any month. · –\n${OFFER} · Warm at once · – · https://a.example`,
    ],
    [
      'post.md',
      Buffer.from(`---\ntitle: "Froths"\ntags:\n  - oat\n- milk\n---\n\n# Havn Oat\n\n${OFFER}`),
      `# Havn Oat\n\n${OFFER}`,
    ],
    ['excel.csv', Buffer.from(`Größe;Preis\n${OFFER};1,49 \x80\n`, 'latin1'), `Größe · Preis\n${OFFER} · 1,49 €`],
    ['brief.txt', Buffer.from(`Für Kaffee: Crème. ${OFFER}`, 'latin1'), `Für Kaffee: Crème. ${OFFER}`],
    ['brief.md', Buffer.from(`# Für Kaffee\n\n\x84${OFFER}\x93`, 'latin1'), `# Für Kaffee\n\n„${OFFER}“`],
    [
      'prices.docx',
      docxTableOf([
        ['Plan', 'Price'],
        ['Small|for one', '€19'],
        ['', '€49'],
      ]),
      'Prices\n\nPlan · Price\nSmall for one · €19\n– · €49\n\nNo card needed.',
    ],
    [
      'layout.docx',
      docxTableOf([[`${OFFER}|${OFFER}`, OFFER]]),
      `Prices\n\n${OFFER}\n\n${OFFER}\n\n${OFFER}\n\nNo card needed.`,
    ],
    [
      'prices.pptx',
      pptxTableOf([
        ['Plan', 'Price'],
        ['Small', '€19'],
      ]),
      'Prices\nPlan · Price\nSmall · €19',
    ],
    ['pasted.txt', Buffer.from(`<h1 class="x">Froths</h1><p>${OFFER}</p>`), `Froths\n\n${OFFER}`],
    [
      'marked.md',
      Buffer.from(
        `<!-- draft 2 -->\n# Froths\n\n![The carton](x.png) ${OFFER} [Start free](https://a.dk/x) <b>now</b>`,
      ),
      `# Froths\n\nThe carton ${OFFER} Start free now`,
    ],
    ['ruled.md', Buffer.from(`---\nHavn Oat\n---\n${OFFER}`), `---\nHavn Oat\n---\n${OFFER}`],
    ['saved.html', Buffer.from(pageOf(`<main><h1>Froths</h1><p>${OFFER}</p></main>`)), `Froths\n\n${OFFER}`],
  ])('%s is read as a reader sees it', async (name, bytes, text) => {
    expect((await prepare([{ name, bytes }])).input.stimulus).toBe(text)
  })

  it.each<[string, Buffer, RegExp]>([
    ['deck.pptx', pptxOf([['One']]).subarray(0, 250), /is damaged: its slides cannot be read; save it again/],
    ['deck.key', Buffer.from('x'), /export it as \.pptx or PDF/],
    ['empty.md', Buffer.alloc(0), /is empty; give the file with its text/],
    ['large.pdf', Buffer.alloc(30_000_000), /has 30 MB; a file may have 20 MB/],
    ['polish.txt', Buffer.from('Napój ow\xb3siany w\xb9sko', 'latin1'), /is not UTF-8 text; save it as UTF-8 first/],
    ['russian.csv', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x3b, 0xec, 0xe8, 0xf0]), /is not UTF-8 text/],
    ['mac.txt', Buffer.from('Das ist g\x9fnstig', 'latin1'), /is not UTF-8 text/],
    ['japanese.txt', Buffer.from([0x83, 0x49, 0x81, 0x5b, 0x83, 0x63]), /is not UTF-8 text/],
    ['shot.png', pngOf(800, 600), /which the offline model cannot see; give the words on it/],
  ])('%s is refused with what to do instead', async (name, bytes, sentence) => {
    await expect(prepare([{ name, bytes }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(sentence),
    })
  })
})

describe('several pieces', () => {
  it('are one proposition, in their order, with what each was read from', async () => {
    const host = await site()
    const { input, read } = await prepare(
      [
        { text: 'Money back, promised.' },
        { text: `http://${host}/landing` },
        { name: 'a.txt', bytes: Buffer.from('1.49') },
      ],
      { AGENT_HOSTS_ALLOWED: host },
    )
    expect(input.stimulus).toMatch(/^Money back, promised\.\n\nFroths like milk\n\n[\s\S]*fails\.\n\n1\.49$/)
    expect(input.sources?.map(({ kind }) => kind)).toEqual(['text', 'link', 'file'])
    expect(read).toMatch(
      /^Tested as typed, 3 words: “Money back, promised\.” Read \d+ words from http.* Read 1 word from a\.txt; first lines: “1\.49”$/,
    )
  })

  it.each([
    'can you test this?',
    'Please pressure-test the attached one-pager',
    'Bitte die angehängte Datei prüfen',
    'Would normal people get this?',
    'offer.txt',
  ])('leave out a piece that only asks for the test: %s', async (text) => {
    const { input, read } = await prepare([{ text }, { name: 'offer.txt', bytes: Buffer.from(OFFER) }], SEES)
    expect(input.stimulus).toBe(OFFER)
    expect(read).toMatch(/^“.*” is taken as a request, which the panel is not shown\. Read 37 words from offer\.txt; /)
    const told = {
      stimulus: 'Half the sugar, twice the foam',
      attachments: [{ name: 'a.txt', bytes: Buffer.from(OFFER) }],
    }
    expect((await prepareInput(pricing(), 'pressure_test', told)).input.stimulus).toBe(`${told.stimulus}\n\n${OFFER}`)
  })

  it('may be the question of a discussion and what it is about', async () => {
    const stimulus = 'Would you buy this?'
    const attachments = [{ name: 'offer.txt', bytes: Buffer.from(OFFER) }]
    const { input } = await prepareInput(pricing(), 'focus_group', { stimulus, topics: ['Price'], attachments })
    expect(input.stimulus).toBe(`${stimulus}\n\n${OFFER}`)
  })

  it('with pictures have a place for each, up to five of them', async () => {
    const picture = (n: number): Piece => ({ name: `${n}.png`, bytes: pngOf(1_200, 628) })
    const { input, quote } = await prepare([{ text: 'Froths like milk.' }, picture(1)], SEES)
    expect(input.stimulus).toBe('Froths like milk.\n\n[Picture 1: PNG, 1200 × 628 pixels]')
    expect(input.pictures).toMatchObject([{ media_type: 'image/png', width: 1_200, height: 628 }])
    expect(quote.notes[0]).toBe(
      'Tested as typed, 3 words: “Froths like milk.” Read 1.png: PNG, 1200 × 628 pixels, at most 989 tokens each time it is shown.',
    )
    await expect(prepare([1, 2, 3, 4, 5, 6].map(picture), SEES)).rejects.toThrow('At most 5 pictures')
  })
})

describe('pictures', () => {
  it('larger than a model sees are scaled down, and priced by what is shown; the hash is that of the file', async () => {
    const bytes = blackPng(4_000, 3_000)
    const { input, quote } = await prepare([{ name: 'wide.png', bytes }], SEES)
    const [picture] = input.pictures ?? []
    expect(picture).toMatchObject({ media_type: 'image/webp', width: 2_576, height: 1_932 })
    const shown = await sharp(Buffer.from(picture?.data ?? '', 'base64')).metadata()
    expect(shown).toMatchObject({ format: 'webp', width: 2_576, height: 1_932 })
    expect(input.stimulus).toBe('[Picture 1: WEBP, 2576 × 1932 pixels]')
    expect(input.sources).toMatchObject([{ sha256: createHash('sha256').update(bytes).digest('hex') }])
    expect(quote.notes[0]).toContain('wide.png: WEBP, 2576 × 1932 pixels (scaled down from 4000 × 3000), at most')
  })

  it('above a megabyte are compressed anew, upright', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photograph = sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: 'red', noise } })
    const bytes = await photograph.jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
    expect(bytes.length).toBeGreaterThan(1_000_000)
    const { input } = await prepare([{ name: 'tall.jpg', bytes }], SEES)
    const [picture] = input.pictures ?? []
    expect(picture).toMatchObject({ media_type: 'image/jpeg', width: 1_500, height: 2_000 })
    expect((picture?.data.length ?? 0) * 0.75).toBeLessThan(bytes.length)
  })

  it('are shown to each person as image blocks, and read once for their words, with their price in the quote', async () => {
    const words = 'Half the sugar. 1.49 euros.'
    const api = await fakeMessagesApi({
      answer: (_, task) =>
        task === 'read_pictures' ? { pictures: [{ words, shows: 'A carton on a table.' }] } : undefined,
    })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '2' })
    const file = join(await mkdtemp(join(tmpdir(), 'pt-picture-')), 'banner.png')
    await writeFile(file, pngOf(1_200, 628))
    const quick = ['--focus-group', 'off', '--controls', 'off', '--assay', 'off', '--personas', '3', '--quiet']
    const args = ['run', 'Froths like milk, promised.', file, ...quick]
    const priced = JSON.parse((await runIn(app, [...args, '--quote', '--json'])).stdout)
    const bare = JSON.parse(
      (await runIn(app, ['run', 'Froths like milk, promised.', ...quick, '--quote', '--json'])).stdout,
    )
    // Three people and one reading see a picture of at most 989 tokens.
    expect(priced.input_tokens - bare.input_tokens).toBeGreaterThan(4 * 1_005)
    expect(priced.calls).toBe(bare.calls + 1)
    const { code, stdout, stderr } = await runIn(app, [...args, '--json'])
    expect(code, stderr).toBe(0)
    const { result, run_id } = JSON.parse(stdout)
    const page = join(tmpdir(), `${run_id}.html`)
    expect((await runIn(app, ['runs', 'report', run_id, '--out', page])).code).toBe(0)
    const read = /Read from.*?<\/ul>/s.exec(await readFile(page, 'utf8'))?.[0] ?? ''
    expect(read.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(
      /^Read from Typed text , 4 words, SHA-256 [0-9a-f]{64} banner\.png , a picture, SHA-256 [0-9a-f]{64} $/,
    )
    expect(result.stimulus).toBe(`Froths like milk, promised.\n\n[Picture 1 shows: A carton on a table.]\n${words}`)
    const shown = api.requests.filter(({ body }) => JSON.stringify(body).includes('"type":"image"'))
    expect(shown).toHaveLength(4)
    const [body] = shown.map((request) => request.body as { messages: { content: unknown }[] }).slice(-1)
    const content = body?.messages[0]?.content
    const source = { type: 'base64', media_type: 'image/png', data: pngOf(1_200, 628).toString('base64') }
    expect(content).toMatchObject([
      { type: 'image', source },
      { type: 'text', text: expect.stringContaining('React to') },
    ])
  })
})

describe('over MCP and HTTP', () => {
  it('the same pieces are taken, and what was read stands in the notes of the price', async () => {
    const asked: string[] = []
    const host = await site(asked)
    const app = await startApp({ AGENT_HOSTS_ALLOWED: host })
    const file = join(await mkdtemp(join(tmpdir(), 'pt-deck-')), 'deck.pptx')
    await writeFile(file, pptxOf([['Money back, promised']]))
    const said = [
      /^Read \d+ words from http:\S+\/landing; first lines: “Froths.* Read 3 words from deck\.pptx; first lines/,
    ]
    const client = await connect('v2', inMemory({ context: async () => app.local }))
    const brought = { proposition: `http://${host}/landing`, attachments: [file], dry_run: true }
    const { reply } = await client.call('run_pressure_test', brought)
    expect(reply.price?.notes[0]).toMatch(said[0] ?? '')
    const path = await client.call('run_pressure_test', { proposition: file, about: OFFER, dry_run: true })
    expect(path.reply.price?.notes[0]).toMatch(/^Read 3 words from deck\.pptx/)
    const denied = await client.call('run_pressure_test', { proposition: `http://${host}/scripts`, dry_run: true })
    expect(denied.reply.error).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('paste its text'),
    })
    // A client that opened folders: this file's, and then another one with a link to the file in it.
    const opened = await connect('v1', inMemory({ context: async () => app.local }), { capabilities: { roots: {} } })
    const other = await mkdtemp(join(tmpdir(), 'pt-other-'))
    const linked = join(other, 'linked.pptx')
    await symlink(file, linked)
    let folder = dirname(file)
    const roots = async () => ({ roots: [{ uri: pathToFileURL(folder).href }] })
    if (opened.raw instanceof ClientV1) opened.raw.setRequestHandler(ListRootsRequestSchema, roots)
    const open = await opened.call('run_pressure_test', brought)
    expect(open.reply.price?.notes[0]).toMatch(said[0] ?? '')
    folder = other
    // What is elsewhere, and whether there is anything, nobody learns.
    for (const path of [file, linked, join(dirname(file), 'missing.pptx'), join(other, '..', 'no', 'file.pptx')]) {
      const closed = await opened.call('run_pressure_test', { ...brought, attachments: [path] })
      expect(closed.reply.error?.message).toContain(`${path} is outside the folders that your client opened (${other})`)
    }
    const missing = await opened.call('run_pressure_test', { ...brought, attachments: [join(other, 'missing.pptx')] })
    expect(missing.reply.error?.message).toContain('There is no file')
    const none = async () => ({ roots: [] })
    if (opened.raw instanceof ClientV1) opened.raw.setRequestHandler(ListRootsRequestSchema, none)
    const nowhere = await opened.call('run_pressure_test', brought)
    expect(nowhere.reply.error?.message).toContain(
      `Your client opened no folder to this server; open the one with ${file}`,
    )
    const distant = await connect('v2', overHttp(await serveMcpIn(app), await tokenOf(app.local)))
    const there = (attachment: string) =>
      distant.call('run_pressure_test', { ...brought, attachments: [attachment] }).then(({ reply }) => reply)
    expect((await there(file)).error?.message).toMatch(/is on another machine than this server\. Give a link to it/)
    const url = await serveApi(app)
    const send = await clientOf(url, app.local)
    const data = pptxOf([['Money back, promised']]).toString('base64')
    const request = { stimulus: `http://${host}/landing`, attachments: [{ name: 'deck.pptx', data }] }
    const quoted = await send('POST /quotes', { kind: 'pressure_test', request })
    expect(quoted.json.notes[0]).toMatch(said[0] ?? '')
    // Whoever may start nothing has nothing read either.
    const scoped = async (scopes: Scope[]) => clientOf(url, app.local, scopes)
    const [reader, writer, starter] = [await scoped(['read']), await scoped(['write']), await scoped(['read', 'spend'])]
    const before = asked.length
    const research = [{ name: 'notes', text: 'Nobody has time for training.' }]
    const bodies = [
      { kind: 'pressure_test', request: { stimulus: `http://${host}/landing` } },
      { kind: 'pressure_test', request: { stimulus: '', attachments: [{ name: 'deck.pptx', data }] } },
      { kind: 'persona_generation', request: { name: 'nurses', files: research } },
    ]
    for (const body of bodies)
      expect(await reader('POST /quotes', body)).toMatchObject({
        status: 403,
        json: {
          error: { message: expect.stringMatching(/^Reading links and files needs a token with the scope spend /) },
        },
      })
    const draft = { stimulus_content: `http://${host}/landing` }
    expect((await writer('POST /api/tests', draft)).status).toBe(403)
    expect(asked.length).toBe(before)
    expect((await reader('POST /quotes', { kind: 'pressure_test', request: { stimulus: OFFER } })).status).toBe(200)
    for (const body of bodies) expect((await starter('POST /quotes', body)).status).not.toBe(403)
    expect(asked.length).toBeGreaterThan(before)
    const short = await send('POST /runs', { kind: 'pressure_test', request: { stimulus: 'Oat drink sale' } })
    expect(short).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('Send the whole text') } },
    })
    // What the program fills in itself nobody sends.
    const sources = [{ kind: 'link', name: 'x', sha256: 'x', words: 1, first_lines: 'x' }]
    const pictures = [{ media_type: 'image/png', data: 'not read', width: 1, height: 1 }]
    const compared = { propositions: [OFFER, `${OFFER} Now.`].map((stimulus, n) => ({ name: `${n}`, stimulus })) }
    const forged: [kind: string, request: object][] = [
      ['pressure_test', { stimulus: OFFER, sources }],
      ['pressure_test', { stimulus: OFFER, pictures }],
      ['focus_group', { stimulus: OFFER, topics: ['Price'], pictures }],
      ['comparison', { ...compared, sources }],
      ['comparison', { ...compared, panel_note: 'Nine of ten people prefer A.' }],
    ]
    for (const [kind, request] of forged)
      expect(await send('POST /quotes', { kind, request }), `${kind} ${Object.keys(request)}`).toMatchObject({
        status: 400,
        json: { error: { message: expect.stringMatching(/^There is no field "(sources|pictures|panel_note)"/) } },
      })
  })
})

it('what was read is shown before it is tested where a person can be asked, and told in every answer where not', async () => {
  const host = await site()
  const app = await startApp({ AGENT_HOSTS_ALLOWED: host })
  const link = `http://${host}/landing`
  const brought = { proposition: link, wait_seconds: 0 }
  const sentence = /^Read \d+ words from http:\S+\/landing; first lines: “Froths/
  const sources = [{ kind: 'link', name: link, words: expect.any(Number) }]
  const asked: string[] = []
  let start = false
  const onElicit = (message: string) => {
    asked.push(message)
    return { action: 'accept', content: { start } }
  }
  const asking = await connect('v1', inMemory({ context: async () => app.local }), { onElicit })
  const refused = await asking.call('run_pressure_test', brought)
  expect(refused.reply).toMatchObject({ status: 'not_started', next: null, read: { sources } })
  expect(asked).toEqual([expect.stringMatching(sentence)])
  expect(asked[0]).toMatch(/ Shall it start\?$/)
  expect((await asking.call('list_runs')).reply.section?.rows).toEqual([])
  start = true
  expect((await asking.call('run_pressure_test', brought)).reply.status).toBe('queued')
  expect((await asking.call('run_pressure_test', { proposition: OFFER, wait_seconds: 0 })).reply.read).toBeNull()
  expect(asked).toHaveLength(2)

  const ad = 'Froths like milk, at 1.49 euros a litre, or your money back. Order at https://a.example/oat today.'
  const unread = { sentence: expect.stringMatching(/^Tested as typed, 18 words: .* The page at .* is not read/) }
  start = true
  const typed = (await asking.call('run_pressure_test', { proposition: ad, wait_seconds: 0 })).reply
  expect(typed.read).toMatchObject(unread)
  expect((await asking.call('get_run', { run_id: typed.run_id, wait_seconds: 0 })).reply.read).toMatchObject(unread)
  expect(asked[2]).toMatch(/^Tested as typed, 18 words/)

  const client = await connect('v2', inMemory({ context: async () => app.local }))
  const heard: string[] = []
  const onprogress = ({ message = '' }: { message?: string | undefined }) => heard.push(message)
  const { reply, text } = await client.call('run_pressure_test', brought, { onprogress })
  expect(heard[0]).toMatch(sentence)
  for (const told of [{ reply, text }, await client.call('get_run', { run_id: reply.run_id, wait_seconds: 0 })]) {
    expect(told.reply.read).toMatchObject({ sentence: expect.stringMatching(sentence), sources })
    expect(told.text).toMatch(/\[data [0-9a-f]+:.*\]\nRead \d+ words from .*\n\[end of data/)
  }
  const dry = await client.call('run_pressure_test', { ...brought, dry_run: true })
  expect(dry.text.match(/Read \d+ words/g)).toHaveLength(1)

  const send = await clientOf(await serveApi(app), app.local)
  const started = await send('POST /runs', { kind: 'pressure_test', request: { stimulus: link } })
  expect(started.json.sources, started.text).toMatchObject(sources)
  expect((await send(`GET /runs/${started.json.run_id}`)).json.sources).toMatchObject(sources)
})

it('a file that was uploaded is tested over MCP and HTTP by its id, in its workspace, for a day', async () => {
  const app = await startApp()
  const url = await serveApi(app)
  const [send, foreign] = [await clientOf(url, app.local), await clientOf(url, await stranger(app))]
  const deck = pptxOf([['Froths like milk'], [OFFER]])
  const put = async (name: string, bytes: Buffer) => {
    const headers = { authorization: `Bearer ${await tokenOf(app.local)}` }
    const answer = await fetch(`${url}/uploads/${name}`, { method: 'PUT', headers, body: new Uint8Array(bytes) })
    return { status: answer.status, json: await answer.json() }
  }
  const kept = await put('pitch%20deck.pptx', deck)
  expect(kept).toMatchObject({ status: 201, json: { name: 'pitch deck.pptx' } })
  const inADay = Date.parse(kept.json.expires_at) - Date.now()
  expect(Math.abs(inADay - 86_400_000)).toBeLessThan(600_000)
  const { upload } = kept.json
  const read = /^Read \d+ words from pitch deck\.pptx; first lines: “Froths/
  const request = { stimulus: '', attachments: [{ upload }] }
  expect((await send('POST /quotes', { kind: 'pressure_test', request })).json.notes[0]).toMatch(read)

  const client = await connect('v2', overHttp(await serveMcpIn(app), await tokenOf(app.local)))
  const test = (attachment: string) =>
    client.call('run_pressure_test', { proposition: '', attachments: [attachment], dry_run: true })
  expect((await test(upload)).text).toMatch(/Read \d+ words from pitch deck\.pptx/)
  for (const order of [
    { tool: 'run_pressure_test', args: { proposition: upload } },
    { tool: 'run_pressure_test', args: { attachments: [upload] } },
    { tool: 'run_pressure_test', args: { proposition: 'See the attached deck', attachments: [upload] } },
    { tool: 'run_focus_group', args: { subject: upload, topics: ['Price'] } },
  ]) {
    const { reply } = await client.call(order.tool, { ...order.args, dry_run: true })
    expect(reply.price?.notes[0], JSON.stringify(reply)).toMatch(
      /Read \d+ words from pitch deck\.pptx; first lines: “Froths/,
    )
  }
  const empty = await client.call('run_pressure_test', { dry_run: true })
  expect(empty.reply.error?.message).toContain('The proposition is empty')
  const compared = { propositions: [upload, OFFER.replace('1.49', '1.29')], dry_run: true }
  expect((await client.call('compare_runs', compared)).text).toMatch(/Read \d+ words from pitch deck\.pptx/)
  const { reply } = await test('/home/ida/deck.pptx')
  expect(reply.error?.message).toContain('PUT /uploads/{name} on this server')

  const gone = /^There is no upload:\S* here; an upload is kept for a day: upload the file again\.$/
  const none = { status: 400, json: { error: { message: expect.stringMatching(gone) } } }
  expect(await foreign('POST /quotes', { kind: 'pressure_test', request })).toMatchObject(none)
  for (const attachment of ['upload:', 'upload:1', 'upload:7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'])
    expect((await test(attachment)).reply.error?.message).toMatch(gone)
  const once = { 'idempotency-key': 'once' }
  const started = await send('POST /runs', { kind: 'pressure_test', request }, once)
  await query(app.env.DATABASE_URL ?? '', `update upload set created_at = now() - interval '25 hours'`)
  expect(await send('POST /quotes', { kind: 'pressure_test', request })).toMatchObject(none)
  const again = await send('POST /runs', { kind: 'pressure_test', request }, once)
  expect(again).toMatchObject({ status: 200, json: { run_id: started.json.run_id } })
  expect((await send('POST /runs', { kind: 'pressure_test', request: { ...request, about: 'x' } }, once)).status).toBe(
    409,
  )

  // What no test reads is not kept, and what does not fit into the body of a run is told where to go.
  expect(await put('prices.xlsx', deck)).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('save the sheet as .csv') } },
  })
  const large = { name: 'large.pdf', data: Buffer.alloc(5_500_000).toString('base64') }
  const refused = await send('POST /quotes', { kind: 'pressure_test', request: { stimulus: '', attachments: [large] } })
  expect(refused.json.error.message).toBe(
    'request.attachments.0.data: A file may have 5 MB here; send it to PUT /uploads/{name} and give the upload that is answered.',
  )
  expect((await put('large.pdf', Buffer.alloc(6_000_000, 1))).status).toBe(201)
})

it('uploads that come at once are kept as far as there is room for each', async () => {
  const app = await startApp()
  await query(
    app.env.DATABASE_URL ?? '',
    `insert into upload (id, workspace_id, name, sha256, data)
     select gen_random_uuid(), id, 'large', 'x', repeat('A', 132000000) from workspace`,
  )
  const bytes = new Uint8Array(900_000).fill(97)
  const kept = await Promise.allSettled(
    [1, 2, 3, 4].map((n) => app.store.uploads.keep(app.local.actor, { name: `${n}.txt`, bytes })),
  )
  expect(kept.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
})

it('five of the largest uploads are kept, and a run is read from no more, one after another', async () => {
  const app = await startApp()
  const bytes = new Uint8Array(20_000_000).fill(97)
  const keep = async (n: number) => (await keepUpload(app.local, { name: `${n}.txt`, bytes })).upload
  const uploads = [await keep(1), await keep(2), await keep(3), await keep(4), await keep(5)]
  await expect(keep(6)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('100 MB') })
  const got: string[] = []
  const get: typeof app.store.uploads.get = async (actor, id) => {
    got.push(id)
    return app.store.uploads.get(actor, id)
  }
  const ctx = { ...app.local, store: { ...app.store, uploads: { ...app.store.uploads, get } } }
  const prepare = (of: (upload: string) => string[]) =>
    prepareRun(ctx, 'comparison', {
      propositions: uploads.map((upload) => ({
        name: '',
        stimulus: '',
        attachments: of(upload).map((one) => ({ upload: one })),
      })),
    })
  await expect(prepare((upload) => Array(10).fill(upload))).rejects.toThrow(/have 1000 MB in all; at most 100 MB/)
  expect(got).toEqual([])
  // The first is too long to be tested, so that the second is not read.
  await expect(prepare((upload) => [upload])).rejects.toMatchObject({ code: 'invalid_input' })
  expect(got).toHaveLength(1)
})

it('a comparison over HTTP takes files and links, each read as a proposition of its own', async () => {
  const host = await site()
  const app = await startApp({ AGENT_HOSTS_ALLOWED: host })
  const send = await clientOf(await serveApi(app), app.local)
  const data = docxOf([OFFER.replace('1.49', '1.29')]).toString('base64')
  const propositions = [
    { name: 'page', stimulus: `http://${host}/landing` },
    { name: 'copy', stimulus: '', attachments: [{ name: 'copy.docx', data }] },
  ]
  const quoted = await send('POST /quotes', { kind: 'comparison', request: { propositions } })
  expect(quoted.json.notes?.[0], quoted.text).toMatch(
    /^Read \d+ words from http\S+; .*Read \d+ words from copy\.docx; /,
  )
})

it('the report of a comparison names what its texts were read from, with the hash of each', async () => {
  const app = await startApp()
  const folder = await mkdtemp(join(tmpdir(), 'pt-compared-'))
  const files = { 'one.docx': docxOf([OFFER]), 'two.md': OFFER.replace('1.49', '1.29') }
  const paths: string[] = []
  for (const [name, bytes] of Object.entries(files)) {
    paths.push(join(folder, name))
    await writeFile(join(folder, name), bytes)
  }
  const quick = ['--personas', '3', '--assay', 'off', '--quiet', '--json']
  const { code, stdout, stderr } = await runIn(app, ['compare', ...paths, ...quick])
  expect(code, stderr).toBe(0)
  const page = join(folder, 'report.html')
  expect((await runIn(app, ['runs', 'report', JSON.parse(stdout).run_id, '--out', page])).code).toBe(0)
  const text = (await readFile(page, 'utf8')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  for (const [name, bytes] of Object.entries(files))
    expect(text).toMatch(
      new RegExp(`${name} , \\d+ words, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`),
    )
})

describe('words that may be meant for the program', () => {
  it.each(['Help me please', 'Cancel this please', 'An oat drink'])('%s: is asked about first', async (stimulus) => {
    const request = { stimulus, about: '' }
    const ctx = pricing(SEES)
    await expect(prepareInput(ctx, 'pressure_test', request)).rejects.toThrow(/Send the whole text, or tell beside it/)
    const { doubt } = await prepareInput(ctx, 'pressure_test', request, { asks: true })
    expect(doubt).toContain(stimulus)
    const told = await prepareInput(ctx, 'pressure_test', { stimulus, about: 'An oat drink for coffee, 1.49 euros.' })
    expect(told.doubt).toBeNull()
  })

  it.each([
    'C:\\Users\\Ann\\landing.pdf',
    '~/Desktop/landing.pdf',
    'file:///home/ann/landing.pdf',
    'landing_page_v3.docx',
  ])('%s: is a file that is not here', async (stimulus) => {
    await expect(prepareInput(pricing(), 'pressure_test', { stimulus })).rejects.toThrow(
      /is the name of a file.* as an attachment or an upload/,
    )
  })

  it.each(['see attached', 'Please test the attached deck', 'Siehe Anhang'])(
    '%s: has nothing attached',
    async (text) => {
      const refused = prepareInput(pricing(), 'pressure_test', { stimulus: text })
      await expect(refused).rejects.toThrow(/but nothing is attached: give the file with it/)
    },
  )

  it.each([
    'https://a.example/1 vs https://a.example/2',
    'Which headline works better: “Sleep better tonight” or “Wake up rested”?',
    'A: Sleep better tonight, in a cooler bed. B: Wake up rested, in a cooler bed.',
  ])('%s: is better compared', async (stimulus) => {
    const refused = prepareInput(pricing(), 'pressure_test', { stimulus })
    await expect(refused).rejects.toThrow(/looks like versions to compare .*compare_runs/)
  })

  it.each([
    ['variant_a.txt', 'variant_b.txt'],
    ['headline-A.md', 'headline-B.md'],
    ['page old.txt', 'page new.txt'],
    ['offer_v1.txt', 'offer_v2.md'],
  ])('%s and %s are better compared', async (...names) => {
    const attachments = names.map((name) => ({ name, bytes: Buffer.from(OFFER) }))
    await expect(prepareInput(pricing(), 'pressure_test', { attachments })).rejects.toThrow(
      /look like versions to compare .*compare_runs/,
    )
    const { doubt } = await prepareInput(pricing(), 'pressure_test', { attachments }, { asks: true })
    expect(doubt).toContain(`“${names[0]}” and “${names[1]}”`)
  })

  it.each([
    ['slide_1.txt', 'slide_2.txt'],
    ['offer.txt', 'price.txt'],
    ['offer_v2.txt', 'offer_v2.md'],
    ['landing-new.html', 'landing-new.txt'],
  ])('%s and %s are one proposition', async (...names) => {
    const attachments = names.map((name) => ({ name, bytes: Buffer.from(OFFER) }))
    expect((await prepareInput(pricing(), 'pressure_test', { attachments })).doubt).toBeNull()
  })

  it.each([
    ['htps://example.com/pricing', 'htps://'],
    ['https//example.com/pricing', 'https//'],
    ['Please test http:/example.com', 'http:/'],
  ])('%s: has a mistyped scheme', async (stimulus, scheme) => {
    await expect(prepareInput(pricing(), 'pressure_test', { stimulus })).rejects.toThrow(
      `begins with “${scheme}”, which is no way to a page: write https:// before the address.`,
    )
  })

  it('around the text of a file are left out of it, which is said', async () => {
    const file = { name: 'copy.txt', bytes: Buffer.from(`Can you check this copy before Friday?\n\n${OFFER}`) }
    const { input, read } = await prepare([file], SEES)
    expect(input.stimulus).toBe(OFFER)
    expect(read).toMatch(
      /^“Can you check this copy before Friday\?” is taken as a request, .* Read 37 words from copy\.txt/,
    )
  })

  it('versions in a file are better compared', async () => {
    const file = { name: 'lines.txt', bytes: Buffer.from('Subject line A: Cold feet?\nSubject line B: Winter is near') }
    await expect(prepare([file])).rejects.toThrow(/looks like versions to compare/)
    const told = { attachments: [file], about: 'Two lines of one mail about slippers' }
    expect((await prepareInput(pricing(), 'pressure_test', told)).doubt).toBeNull()
  })

  it('a table of versions is better compared', async () => {
    const tableOf = (text: string) => [{ name: 'table.csv', bytes: Buffer.from(text) }]
    const attachments = tableOf(`variant,headline\nA,Sleep better tonight in a cooler bed\nB,${OFFER}`)
    await expect(prepareInput(pricing(), 'pressure_test', { attachments })).rejects.toThrow(
      /looks like versions to compare .*compare_runs/,
    )
    const about = 'A cooler bed.'
    expect((await prepareInput(pricing(), 'pressure_test', { attachments, about })).doubt).toBeNull()
    const sizes = tableOf(`size,what\n1,A carton for two. ${OFFER}\n2,A crate`)
    expect((await prepareInput(pricing(), 'pressure_test', { attachments: sizes })).doubt).toBeNull()
  })

  it('stay around a text where they may belong to it: asked where somebody can be, else noted', async () => {
    const stimulus = `Does this tagline work for Gen Z? ${OFFER}`
    const ask = (request: object, options?: PrepareOptions) =>
      prepareInput(pricing(SEES), 'pressure_test', { stimulus, ...request }, options)
    const said =
      /^“Does this tagline work for Gen Z\?” reads as said about the proposition .* \(about\) what is offered\.$/
    const noted = await ask({})
    expect(noted.input.stimulus).toBe(stimulus)
    expect(noted.doubt).toBeNull()
    expect(noted.quote.notes).toContainEqual(expect.stringMatching(said))
    const asked = await ask({}, { asks: true })
    expect(asked.doubt).toMatch(said)
    expect(asked.quote.notes).not.toContainEqual(expect.stringMatching(said))
    expect((await ask({ about: 'An oat drink.' })).quote.notes).not.toContainEqual(expect.stringMatching(said))
  })

  it('around a text are left out of it, which is said', async () => {
    const stimulus = 'hey can you check this for me: Our socks never slip. €14 a pair. thanks!'
    const { input, read } = await prepareInput(pricing(SEES), 'pressure_test', { stimulus })
    expect(input.stimulus).toBe('Our socks never slip. €14 a pair.')
    expect(read).toBe(
      '“hey can you check this for me:” is taken as a request, which the panel is not shown. “thanks!” is taken as a request, which the panel is not shown.',
    )
    const alone = prepareInput(pricing(SEES), 'pressure_test', {
      stimulus: 'Could you test our new socks with 12 people',
    })
    await expect(alone).rejects.toThrow(/leave out what is said to the program/)
  })

  it('around a text that is described stay in it', async () => {
    const stimulus = 'Rate this tagline: Our socks never slip. €14 a pair.'
    const { input } = await prepareInput(pricing(SEES), 'pressure_test', { stimulus, about: 'Socks, €14 a pair.' })
    expect(input).toMatchObject({ stimulus })
  })

  it('stand beside a page that they ask for: asked where somebody can be, listed everywhere', async () => {
    const host = await site()
    const ctx = pricing({ AGENT_HOSTS_ALLOWED: host })
    const ask = (stimulus: string, options?: PrepareOptions) =>
      prepareInput(ctx, 'pressure_test', { stimulus: `${stimulus} http://${host}/landing` }, options)
    const note = 'Budget is €500, target: parents. Please test'
    const { input, read } = await ask(note)
    expect(input.stimulus).toMatch(/^Froths like milk/)
    expect(read).toContain(`“${note}” is taken as a request, which the panel is not shown.`)
    expect((await ask(note, { asks: true })).doubt).toMatch(/although it names a price/)
    const mixed = await ask('What do you think of our page? It costs €5', { asks: true })
    expect(mixed.input.stimulus).toMatch(/^It costs €5\n\nFroths like milk/)
    expect(mixed.doubt).toBe('“It costs €5” is shown to the panel together with the page.')
    expect(mixed.read).toContain('“What do you think of our page?” is taken as a request')
  })

  it('around the texts of a comparison are left out of them, and what links show stays', async () => {
    const linked = `${OFFER} See [our test](https://a.example/x).`
    const shown = async (...texts: string[]) => {
      const propositions = texts.map((stimulus, at) => ({ name: `${at}`, stimulus }))
      const { input } = await prepareInput(pricing(SEES), 'comparison', { propositions })
      return input.propositions.map(({ stimulus }) => stimulus)
    }
    expect(await shown(`Rate this ad: ${OFFER}`, linked)).toEqual([OFFER, `${OFFER} See our test.`])
    expect(await shown(linked, OFFER)).toEqual([`${OFFER} See our test.`, OFFER])
  })

  it('two words are tested where it is told beside them what is offered', async () => {
    const request = { stimulus: 'Oat drink', about: 'A barista oat drink for coffee at home, 1.49 euros a litre.' }
    expect((await prepareInput(pricing(), 'pressure_test', request)).doubt).toBeNull()
    await expect(prepareInput(pricing(), 'pressure_test', { ...request, about: '' })).rejects.toThrow(
      /fewer than three/,
    )
  })

  it('one word is tested and compared where it is told beside it what is offered', async () => {
    const about = 'A barista oat drink for coffee at home, 1.49 euros a litre.'
    const propositions = ['Froth', 'Foamy'].map((stimulus) => ({ name: stimulus, stimulus }))
    for (const [kind, request] of [
      ['pressure_test', { stimulus: 'Froth' }],
      ['comparison', { propositions }],
    ] as const) {
      expect((await prepareInput(pricing(), kind, { ...request, about })).doubt, kind).toBeNull()
      await expect(prepareInput(pricing(), kind, request), kind).rejects.toThrow(
        /This is too little to judge\. .* or tell beside it \(about\) what is offered/,
      )
    }
  })

  it('are asked about in comparisons and focus groups, too; a discussion may be about a question', async () => {
    const ctx = pricing(SEES)
    const compared = (stimulus: string) => ({
      propositions: [OFFER, stimulus].map((text, n) => ({ name: `${n}`, stimulus: text })),
    })
    const discussed = (stimulus: string, topic: string) => ({ stimulus, topics: [topic] })
    const doubtOf = async (kind: 'comparison' | 'focus_group', request: object) =>
      (await prepareInput(ctx, kind, request, { asks: true })).doubt
    expect(await doubtOf('comparison', compared('Oat drink sale'))).toMatch(/^“Oat drink sale” is only 3 words long/)
    expect(await doubtOf('comparison', { ...compared('Oat drink sale'), about: 'An oat drink.' })).toBeNull()
    expect(await doubtOf('focus_group', discussed('Cancel this please', 'Price'))).toMatch(/looks like a word to the/)
    expect(await doubtOf('focus_group', discussed('Oat milk', 'Price'))).toMatch(/^“Oat milk” is only 2 words long/)
    expect(await doubtOf('focus_group', discussed('Oat milk', 'What should it cost?'))).toBeNull()
    expect(await doubtOf('focus_group', discussed('Would you drink your coffee with oat milk?', 'Price'))).toBeNull()
    await expect(prepareInput(ctx, 'comparison', compared('Oat drink sale'))).rejects.toThrow(/or tell beside it/)
  })

  it('are not asked about again in the text of a test, which was confirmed then', async () => {
    const app = await startApp()
    const request = { stimulus: 'Oat drink sale', personas: 3, focus_group: 'off', assay: 'off', controls: false }
    const prepared = await prepareRun(app.local, 'pressure_test', request, { asks: true })
    expect(prepared.doubt).not.toBeNull()
    startWorkerIn(app)
    const { run_id } = (await submitRun(app.local, prepared)).run
    await app.until(run_id)
    const send = await clientOf(await serveApi(app), app.local)
    const propositions = [{ run_id }, { name: 'B', stimulus: OFFER }]
    expect(await send('POST /quotes', { kind: 'comparison', request: { propositions } })).toMatchObject({ status: 200 })
  })
})
