import { appendFile, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { clientOf, serveApi } from '../support/api.js'
import { startApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import { docxOf, pdfOf, pngOf, pptxOf } from '../support/made-files.js'
import { connect, inMemory, overHttp, overStdio, tokenOf } from '../support/mcp.js'
import { freshEnv, run, start } from '../support/processes.js'
import { eventually, SIGNING_SECRET, sign } from '../support/slack-app.js'
import { slackPayloads } from '../support/slack-payloads.js'

// What marketers really bring, to the built program, on every surface: each is read as it was meant, or refused with a sentence
// that says what to do instead. Nothing is started. Each thing takes its turn on one surface; with BROUGHT=<file> each is
// brought on all of them, in minutes, and the table is written to that file.

const OFFER =
  'Havn Oat froths like milk. It has forty percent less sugar than the leading brand, and two hundred baristas tested it. It costs 1.49 euros a litre, and you get your money back if your cappuccino fails.'
const LINES = OFFER.replaceAll('. ', '.\n').replace(', and two', ',\nand two')
const COOKIES =
  '<div id="onetrust-banner-sdk">We and our 847 partners store cookies. Accept all.</div><div class="cookie-consent">Manage your choices</div>'
const pageOf = (body: string): string =>
  `<!doctype html><html><head><title>Havn</title></head><body><nav><a href="/">Home</a><a href="/shop">Shop</a></nav>${COOKIES}${body}<footer>Imprint</footer></body></html>`

type Page = { readonly status?: number; readonly type?: string; readonly to?: string; readonly body: string | Buffer }
const PAGES: Readonly<Record<string, Page>> = {
  '/landing': { body: pageOf(`<main><h1>Froths like milk</h1><p>${OFFER}</p></main>`) },
  '/pricing': {
    body: pageOf(
      `<main><h1>Prices</h1><table><tr><th>Litre</th><td>1.49 euros</td></tr><tr><th>Case of six</th><td>7.90 euros</td></tr></table><p>${OFFER}</p></main>`,
    ),
  },
  '/one-pager.pdf': { type: 'application/pdf', body: pdfOf([LINES]) },
  '/moved': { status: 301, to: '/landing', body: '' },
  '/app': { body: '<html><body><div id="root"></div><script src="a.js"></script></body></html>' },
  '/login': { body: pageOf('<h1>Welcome back</h1><form><input type="password"></form>') },
  '/members': { status: 302, to: '/login', body: '' },
  '/forbidden': { status: 403, body: 'no' },
  '/empty': { body: '' },
  '/film.mp4': { type: 'video/mp4', body: Buffer.from([0, 0, 0, 1]) },
}

/** `read`: what the note about what was read says; `refused`: the sentence instead; `asked`: a person is asked, a program told why. */
type Thing = {
  readonly it: string
  readonly text?: string
  readonly file?: readonly [name: string, bytes: Buffer | string]
  readonly read?: RegExp
  readonly refused?: RegExp
  readonly asked?: RegExp
  /** What is said instead where a file is uploaded. */
  readonly uploaded?: RegExp
}
/** What was typed is not told again. */
const ANYTHING = /(?:)/
const NOT_SEEN = /is a picture, which the offline model cannot see; give the words on it as text/
const TOO_LITTLE = /This is too little to judge. Send the sentence or the text/
const OFFERS_NOTHING = /It offers nothing to anybody.* Send what you would show people/s

const things = (host: string): readonly Thing[] => [
  {
    it: 'landing page with a cookie banner',
    text: `http://${host}/landing`,
    read: /words from http:\S+landing; first lines: “Froths/,
  },
  { it: 'pricing page with a table', text: `http://${host}/pricing`, read: /first lines: “Prices/ },
  { it: 'link that has moved', text: `http://${host}/moved`, read: /words from http:\S+landing/ },
  { it: 'link to a PDF', text: `http://${host}/one-pager.pdf`, read: /one-pager\.pdf; first lines: “Havn Oat/ },
  { it: 'link with a request', text: `pls test this: http://${host}/landing thx`, read: /first lines: “Froths/ },
  {
    it: 'link in a question',
    text: `Would normal people get this? http://${host}/landing`,
    read: /first lines: “Froths/,
  },
  {
    it: 'headline and its page',
    text: `Half the sugar, twice the foam\nhttp://${host}/landing`,
    read: /first lines: “Froths/,
  },
  {
    it: 'script-only page',
    text: `http://${host}/app`,
    refused: /without its scripts; open it in your browser and paste its text/,
  },
  { it: 'page behind a login', text: `http://${host}/login`, refused: /asks for a login; open it in your browser/ },
  { it: 'page that leads to a login', text: `http://${host}/members`, refused: /asks for a login/ },
  {
    it: 'page that refuses programs',
    text: `http://${host}/forbidden`,
    refused: /refuses programs \(HTTP 403\); open it/,
  },
  { it: 'missing page', text: `http://${host}/gone`, refused: /no such page \(HTTP 404\); check the address/ },
  { it: 'empty page', text: `http://${host}/empty`, refused: /is an empty page; paste its text/ },
  { it: 'link to a film', text: `http://${host}/film.mp4`, refused: /is no page and no document that can be read/ },
  { it: 'page on the own machine', text: 'http://127.0.0.1:9/landing', refused: /is not called: its address is/ },
  {
    it: 'Google Doc',
    text: 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ012/edit?usp=sharing',
    refused: /The Google Doc cannot be read: .* Share it as “Anyone with the link”/,
  },
  { it: 'one sentence', text: 'The oat drink that froths like milk, for 1.49 euros a litre.', read: ANYTHING },
  {
    it: 'advertisement with a link',
    text: 'Froths like milk, for 1.49 euros a litre, or your money back. Order at https://havn.example/oat today.',
    read: /Tested as typed, \d+ words: “Froths.*The page at https:\S+oat is not read/,
  },
  {
    it: 'tweet thread',
    text: `1/ We made an oat drink that froths like milk.\n2/ 200 baristas tested it. 40% less sugar.\n3/ 1.49 euros a litre, money back. 🧵 #oat @havn`,
    read: ANYTHING,
  },
  { it: 'formatted text', text: `# Froths like milk\n\n**${OFFER}**\n\n- 1.49 a litre\n- money back`, read: ANYTHING },
  { it: 'quoted e-mail', text: `> Subject: New oat drink\n>\n> ${OFFER}`, read: ANYTHING },
  { it: 'slogan of three words', text: 'Oat drink sale', asked: /“Oat drink sale” is only 3 words long/ },
  { it: '`hi`', text: 'hi', refused: TOO_LITTLE },
  { it: '`stop`', text: 'stop', refused: TOO_LITTLE },
  {
    it: '`cancel this please`',
    text: 'cancel this please',
    refused: OFFERS_NOTHING,
  },
  {
    it: 'a question to the assistant',
    text: 'What do you think our customers will say about the weather tomorrow?',
    asked: /looks like a question to the program and not like a proposition/,
  },
  {
    it: 'a request to the assistant',
    text: 'our landing page isnt converting, any ideas why',
    asked: /“our landing page isnt converting, any ideas why” looks like it is meant for the program/,
  },
  {
    it: 'a headline that asks',
    text: 'Tired of cold coffee? The mug that keeps yours hot for six hours, for 29 euros.',
    read: ANYTHING,
  },
  {
    it: 'letters at random',
    text: 'asdf qwer zxcv poiu lkjh mnbv',
    refused: /makes no sense|next to no word|offers nothing/,
  },
  {
    it: 'German text',
    text: 'Der Haferdrink schäumt wie Milch und kostet nur 1,49 Euro je Liter, sonst Geld zurück.',
    refused: /reads English only and knows next to no word of this. Send it in English/,
  },
  {
    it: 'text of 30,000 characters',
    text: `${OFFER} `.repeat(150),
    refused: /longer than 20,000 characters; shorten it/,
  },
  {
    it: 'PDF one-pager',
    file: ['one-pager.pdf', pdfOf([LINES])],
    read: /words from one-pager\.pdf; first lines: “Havn Oat/,
  },
  { it: 'scanned PDF', file: ['scan.pdf', pdfOf(['', ''])], refused: /scan\.pdf .*(?:no text|pictures)/ },
  {
    it: 'deck',
    file: ['pitch.pptx', pptxOf([['Froths like milk'], [OFFER]])],
    read: /words from pitch\.pptx; first lines: “Froths/,
  },
  { it: 'Word document', file: ['copy.docx', docxOf(['Froths like milk', OFFER])], read: /words from copy\.docx/ },
  { it: 'Markdown file', file: ['offer.md', `# Froths like milk\n\n${OFFER}`], read: /words from offer\.md/ },
  {
    it: 'saved web page',
    file: ['page.html', pageOf(`<main><h1>Froths like milk</h1><p>${OFFER}</p></main>`)],
    read: /words from page\.html; first lines: “Froths/,
  },
  { it: 'screenshot with text', file: ['screenshot.png', pngOf(1_200, 800)], refused: NOT_SEEN },
  { it: 'spreadsheet', file: ['prices.xlsx', 'PK'], refused: /prices\.xlsx cannot be read; save the sheet as \.csv/ },
  { it: 'Keynote file', file: ['deck.key', 'PK'], refused: /deck\.key cannot be read; export it as \.pptx or PDF/ },
  { it: 'empty file', file: ['offer.txt', ''], refused: /offer\.txt is empty; give the file with its text/ },
  {
    it: 'file of 30 MB',
    file: ['film.pdf', Buffer.alloc(30_000_000, 1)],
    refused: /film\.pdf has 30 MB; a file may have 20 MB: give the part that matters/,
    uploaded: /^The body is larger than 21 MB; send less at once\.$/,
  },
  { it: 'damaged PDF', file: ['broken.pdf', '%PDF-1.4 broken'], refused: /broken\.pdf .*(?:damaged|cannot be read)/ },
]

type Said = { readonly how: 'read' | 'refused' | 'asked'; readonly sentence: string }
const SURFACES = ['cli', 'slack', 'mcp', 'http'] as const
type Surface = (typeof SURFACES)[number]

async function site(): Promise<string> {
  const server = createServer((request, response) => {
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      to,
      body,
    } = PAGES[request.url ?? ''] ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': type, ...(to ? { location: to } : {}) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('forty things are read as meant, or refused with what to do instead, whatever surface they are brought on', {
  timeout: 900_000,
}, async () => {
  const host = await site()
  const app = await startApp()
  const slack = await fakeSlack()
  const folder = await mkdtemp(join(tmpdir(), 'pt-brought-'))
  const DATABASE_URL = app.env.DATABASE_URL ?? ''
  const env = { ...(await freshEnv()), DATABASE_URL, AGENT_HOSTS_ALLOWED: host, PRESSURE_TEST_MODEL: 'offline' }
  const server = start(['serve'], {
    ...env,
    PORT: '0',
    SLACK_BOT_TOKEN: 'xoxb-one',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
  })
  await server.said(/serves http\S+/)
  const url = /serves (http\S+)/.exec(server.output.stderr)?.[1] ?? ''
  const token = await tokenOf(app.local)
  const clients = {
    mcp: await connect('v1', overStdio(env)),
    http: await connect('v2', overHttp(url, token)),
  }
  const payloads = slackPayloads(slack)
  const send = async (form: Record<string, string>) => {
    const { body, headers } = sign(new URLSearchParams(form).toString())
    return (await fetch(`${url}/slack/events`, { method: 'POST', body, headers })).text()
  }
  const pathOf = ([name]: readonly [string, Buffer | string]) => join(folder, name)

  const bring: Record<Surface, (thing: Thing) => Promise<Said>> = {
    async cli({ text, file }) {
      const { code, stdout, stderr } = await run(['run', file ? pathOf(file) : (text ?? ''), '--quote'], env)
      return { how: code === 0 ? 'read' : 'refused', sentence: `${stdout}${stderr}`.trim() }
    },
    mcp: ({ text = '', file }) => overMcp('mcp', text, file ? [pathOf(file)] : []),
    async http({ text = '', file }) {
      if (!file) return overMcp('http', text, [])
      const { upload, error } = await put(...file)
      return error ? { how: 'refused', sentence: error.message } : overMcp('http', text, [upload])
    },
    async slack({ text, file }) {
      const [calls, responses] = [slack.calls.length, slack.responses.length]
      const answer = file
        ? await send({
            payload: JSON.stringify(
              await payloads.submitView({
                callback_id: MODALS.pressureTest,
                private_metadata: writeActionPayload({ files: [await slack.upload('xoxb-one', ...file)] }),
                values: {},
              }),
            ),
          })
        : await send(payloads.command(text ?? ''))
      const later = () => [
        ...slack.responses.slice(responses),
        ...slack.calls
          .slice(calls)
          // Messages of runs that were started before carry metadata.
          .filter(({ method, body }) => /^(?:chat\.|views\.)/.test(method) && !body.metadata)
          .map(({ body }) => body),
      ]
      const said = answer.length > 2 ? answer : JSON.stringify(await eventually(() => later().at(-1)))
      const sentence = textOf(said)
      return { how: howInSlack(said, sentence), sentence }
    },
  }
  /** No disk is in common with the server. */
  async function put(name: string, bytes: Buffer | string) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/uploads/${name}`, {
      method: 'PUT',
      headers,
      body: new Uint8Array(Buffer.from(bytes)),
    })
    return (await answer.json()) as { upload: string; error?: { message: string } }
  }
  async function overMcp(which: 'mcp' | 'http', text: string, attachments: string[]): Promise<Said> {
    const { reply } = await clients[which].call('run_pressure_test', { proposition: text, attachments, dry_run: true })
    const sentence = reply.error ? `${reply.error.message} ${reply.error.next_action}` : (reply.price?.notes[0] ?? '')
    return { how: reply.error ? 'refused' : 'read', sentence }
  }

  const wrong: string[] = []
  let started = 0
  for (const [turn, thing] of things(host).entries()) {
    if (thing.file) await writeFile(pathOf(thing.file), thing.file[1])
    const surfaces = SURFACES.filter((_, at) => process.env.BROUGHT || at === turn % SURFACES.length)
    const answers = await Promise.all(surfaces.map(async (surface) => ({ surface, ...(await bring[surface](thing)) })))
    for (const { surface, how, sentence } of answers) {
      const expected = expectedOf(thing, surface)
      const held = how === expected && patternOf(thing, surface).test(sentence)
      if (!held) wrong.push(`${thing.it} over ${surface}: ${how}, ${sentence.slice(0, 300)}`)
      if (surface === 'slack' && /result comes here/.test(sentence)) started += 1
      const cells = [thing.it, expected, surface, held ? how : `**${how}**`, oneLine(sentence)]
      if (process.env.BROUGHT) await appendFile(process.env.BROUGHT, `| ${cells.join(' | ')} |\n`)
    }
  }
  expect(wrong).toEqual([])
  // Nothing that was refused, asked about or only priced has left a run.
  expect(await query(DATABASE_URL, 'select count(*)::int as count from run')).toEqual([{ count: started }])
})

it('a request with a file or a link is in no stimulus, whatever surface it is brought on', {
  timeout: 120_000,
}, async () => {
  const host = await site()
  const app = await startApp({ AGENT_HOSTS_ALLOWED: host })
  const file = join(await mkdtemp(join(tmpdir(), 'pt-request-')), 'offer.md')
  await writeFile(file, OFFER)
  const quick = ['--personas', '3', '--focus-group', 'off', '--controls', 'off', '--assay', 'off', '--quiet', '--json']
  const { stdout, stderr } = await runIn(app, ['run', 'please test this', file, ...quick])
  expect(JSON.parse(stdout).result?.stimulus, stderr).toBe(OFFER)
  const client = await connect('v2', inMemory({ context: async () => app.local }))
  const send = await clientOf(await serveApi(app), app.local)
  const page = `http://${host}/landing`
  const proposition = 'Please pressure-test the attached one-pager'
  await client.call('run_pressure_test', { proposition, attachments: [file], wait_seconds: 0 })
  await client.call('run_pressure_test', { proposition: `Would normal people get this? ${page}`, wait_seconds: 0 })
  const attachments = [{ link: page }]
  await send('POST /runs', { kind: 'pressure_test', request: { stimulus: 'Does this make sense?', attachments } })
  const rows = await query(app.env.DATABASE_URL ?? '', `select input->>'stimulus' as text from run order by created_at`)
  const read = `Froths like milk\n\n${OFFER}`
  expect(rows).toEqual([OFFER, OFFER, read, read].map((text) => ({ text })))
})

const oneLine = (sentence: string): string => sentence.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 220)

const patternOf = ({ read, asked, refused, uploaded }: Thing, surface: Surface): RegExp =>
  (surface === 'http' ? uploaded : undefined) ?? read ?? asked ?? refused ?? ANYTHING

/** What is nothing but text, and costs nothing, starts at once; with a button to start it the person is asked. */
function howInSlack(said: string, sentence: string): Said['how'] {
  if (said.includes('pending')) return /Read \d/.test(sentence) ? 'read' : 'asked'
  return /result comes here/i.test(sentence) ? 'read' : 'refused'
}

function expectedOf({ read, asked }: Thing, surface: Surface): Said['how'] {
  if (read) return 'read'
  return asked && surface === 'slack' ? 'asked' : 'refused'
}

/** What is to be read in blocks or a plain answer. */
function textOf(answer: string): string {
  const texts: string[] = []
  JSON.parse(answer, (key, value) => {
    if (key === 'text' && typeof value === 'string') texts.push(value)
    if (typeof value === 'string' && key !== 'text' && /errors?/.test(key)) texts.push(value)
    return value
  })
  return [...new Set(texts)].join(' ') || answer
}
