import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { readActionPayload, writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { messageText } from '../../src/bot/inbound/message-text.js'
import { readableText } from '../../src/bot/inbound/slack-text.js'
import { OAT_DRINK } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import { docxOf, pngOf } from '../support/made-files.js'
import { ADMIN, CHANNEL, eventually, readBack, runs, startSlackApp } from '../support/slack-app.js'
import { BOT_USER } from '../support/slack-payloads.js'

const TOKEN = 'xoxb-one'

describe('what is written in Slack', () => {
  it.each([
    ['*Froths like milk*, _always_. ~€2.29~ now `€1.49`', 'Froths like milk, always. ~~€2.29~~ now €1.49'],
    ['Gloves, ~€30~ *€24* a pair (~€36~)', 'Gloves, ~~€30~~ €24 a pair (~~€36~~)'],
    ['Plan:\n• ~API access~\n• Email', 'Plan:\n• Email'],
    ['Was ~£349~ now £279', 'Was ~~£349~~ now £279'],
    ['~All gone~', 'All gone'],
    ['~5 minutes or ~10 minutes', '~5 minutes or ~10 minutes'],
    ['Best taste* in snake_case_town. 2 * 3 * 4', 'Best taste* in snake_case_town. 2 * 3 * 4'],
    ['<@U123ABC|ada> says: see <#C1|launch>, <!here>', '@ada says: see #launch, @here'],
    ['<https://havn.dk/oat|Our oat drink> froths', 'Our oat drink froths'],
    ['Write to <mailto:a@havn.dk|a@havn.dk> now', 'Write to a@havn.dk now'],
    ['Half price :rocket: until 10:30:45 :made_up_one:', 'Half price 🚀 until 10:30:45'],
    ['Thanks <@U123>, see <#C1|> and <https://havn.dk|>', 'Thanks @somebody, see #channel and https://havn.dk'],
    [
      ':tangerine: in, :person_in_lotus_position: out :flag-dk: :wave::skin-tone-3: :8ball:',
      '🍊 in, 🧘 out 🇩🇰 👋🏼 🎱',
    ],
    ['&gt; They said\n&gt; it froths &amp; foams', 'They said\nit froths & foams'],
    ['```\nFroths\n  twice\n```', 'Froths\n  twice'],
    ['<https://havn.dk/oat?a=1&amp;b=2|havn.dk/oat>', 'https://havn.dk/oat?a=1&b=2'],
    ['<https://a.dk>\n<https://b.dk|b>', 'https://a.dk\nhttps://b.dk'],
    [
      'Please review our <https://a.dk/p?a=1&amp;b=2|new pricing page>',
      'Please review our new pricing page https://a.dk/p?a=1&b=2',
    ],
    ['Thoughts on <https://a.dk|the Spring Oat Launch>?', 'Thoughts on the Spring Oat Launch https://a.dk?'],
    ['Bitte <http://acme.de|acme.de> testen', 'Bitte http://acme.de testen'],
    ['Havn froths like milk. <https://a.dk|Order now>', 'Havn froths like milk. Order now'],
    ['Please write to <mailto:a@havn.dk|our desk>', 'Please write to our desk'],
    ['It looks great on you. <https://a.dk|Shop now>', 'It looks great on you. Shop now'],
    ['Froths: <https://a.example/_preview_/page>', 'Froths: https://a.example/_preview_/page'],
    ['_Froths_: <https://a.example/~anna~/?utm_source=_mail_>', 'Froths: https://a.example/~anna~/?utm_source=_mail_'],
    ['Froths, *see <https://a.dk/_x_/y> now*', 'Froths, see https://a.dk/_x_/y now'],
  ])('%s becomes what a reader sees', (text, seen) => {
    expect(readableText(text)).toBe(seen)
  })

  it('is struck out in blocks, too', () => {
    const strike = { strike: true }
    const elements = [
      { type: 'text', text: 'Gloves ' },
      { type: 'text', text: '€30 ', style: strike },
    ]
    const section = { type: 'rich_text_section', elements: [...elements, { type: 'text', text: '€24' }] }
    const blocks = [{ type: 'rich_text', elements: [section] }]
    expect(readableText(messageText({ blocks }))).toBe('Gloves ~~€30~~ €24')
  })

  it('is read in no time where white space is most of it', { timeout: 20_000 }, () => {
    const spaces = ' '.repeat(199_000)
    expect(readableText(`Froths ${spaces}\nlike${spaces}milk \t\nor not`)).toBe(`Froths\nlike${spaces}milk\nor not`)
  })
})

async function page(html: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/oat' ? 200 : 403, { 'content-type': 'text/html' })
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a proposition brought to Slack', () => {
  it('as a link is read, shown to the one who asked, and tested once they agree; before that nothing is public', async () => {
    const host = await page(`<main><h1>Havn Oat</h1><p>${OAT_DRINK}</p></main><footer>Imprint</footer>`)
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { AGENT_HOSTS_ALLOWED: host } })
    const refused = await readBack(slack, (await app.command(`<http://${host}/closed>`)).text)
    expect(refused).toMatch(/refuses programs \(HTTP 403\); open it in your browser and paste its text/)
    const asked = await readBack(slack, (await app.command(`<http://${host}/oat|havn>`)).text)
    expect(asked).toMatch(/Read \d+ words from http:.{5,60}oat; first lines: “Havn Oat Havn Oat: the oat drink/)
    expect(asked).toContain('so that you see what was read before it is tested')
    expect(asked).toContain('would cost nothing. Start it?')
    expect(await runs(app)).toEqual([])
    expect(slack.posts()).toEqual([])
    const [, pending = ''] = /\\"pending\\":\\"([^\\"]+)/.exec(asked) ?? []
    await app.press({ action_id: ACTIONS.confirmRun, value: writeActionPayload({ pending }) })
    const [run] = await eventually(async () => {
      const found = await runs(app)
      return found.length > 0 ? found : undefined
    })
    expect(run?.input).toMatchObject({
      stimulus: `Havn Oat\n\n${OAT_DRINK}`,
      sources: [{ kind: 'link', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
  })

  it('as a page with an address on a line of its own is tested as it was shown: nothing is read after the yes', async () => {
    const host = await page(
      '<main><p>Havn Oat: the oat drink that froths like milk, now €1.49.</p><p>http://127.0.0.1:9/more</p></main>',
    )
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { AGENT_HOSTS_ALLOWED: host } })
    const asked = await readBack(slack, (await app.command(`<http://${host}/oat>`)).text)
    const [, pending = ''] = /\\"pending\\":\\"([^\\"]+)/.exec(asked) ?? []
    await app.press({ action_id: ACTIONS.confirmRun, value: writeActionPayload({ pending }) })
    expect(await runs(app)).toMatchObject([
      {
        input: {
          stimulus: 'Havn Oat: the oat drink that froths like milk, now €1.49.\n\nhttp://127.0.0.1:9/more',
          sources: [{ kind: 'link', name: `http://${host}/oat` }],
        },
      },
    ])
  })

  it('in a direct message is offered as a test: a file, and a link alone', async () => {
    const host = await page(`<main><h1>Havn Oat</h1><p>${OAT_DRINK}</p></main>`)
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { AGENT_HOSTS_ALLOWED: host } })
    const direct = { type: 'message', channel_type: 'im', user: ADMIN, channel: 'D000000001' }
    const answered = () => slack.posts().map(({ body }) => JSON.stringify(body.blocks))
    const file = { id: await slack.upload(TOKEN, 'offer.md', OAT_DRINK), name: 'offer.md' }
    await app.event({ ...direct, ts: '5.1', subtype: 'file_share', text: '', files: [file] })
    expect(answered()).toEqual([
      expect.stringMatching(/words from offer\.md; first lines.*which starts nothing by itself/),
    ])
    await app.event({ ...direct, ts: '5.2', text: `<http://${host}/oat|havn>` })
    expect(answered()[1]).toMatch(/words from http:.*which starts nothing by itself/)
    await app.event({ ...direct, ts: '5.3', subtype: 'message_changed', text: OAT_DRINK })
    expect(answered()).toHaveLength(2)
    expect(await runs(app)).toEqual([])
  })

  it('as five pieces is shown piece by piece, each with how it begins', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const names = ['headline', 'offer', 'price', 'proof', 'refund']
    const files: string[] = []
    for (const name of names)
      files.push(await slack.upload(TOKEN, `${name}-of-the-campaign.md`, `The ${name} of our oat drink. ${OAT_DRINK}`))
    await app.submitView({
      callback_id: MODALS.pressureTest,
      private_metadata: writeActionPayload({ files }),
      values: {},
    })
    const asked = await eventually(() =>
      slack.calls.map(({ body }) => JSON.stringify(body)).findLast((body) => body.includes('headline-of')),
    )
    for (const name of names)
      expect(asked).toMatch(
        new RegExp(`Read \\d+ words from ${name}-of-the-campaign.md; first lines: “The ${name} of our`),
      )
  })

  it('around a mention of the app is what stands before and behind it; people who are mentioned stay', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const mention = { type: 'app_mention', user: ADMIN, channel: CHANNEL }
    const [head, ...rest] = OAT_DRINK.split(' ')
    await app.event({ ...mention, ts: '5.1', text: `${OAT_DRINK} <@${BOT_USER}>` })
    await app.event({ ...mention, ts: '5.2', text: `${head} <@${BOT_USER}|pt> ${rest.join(' ')}` })
    await app.event({ ...mention, ts: '5.3', text: `<@${BOT_USER}> ${OAT_DRINK} Ask <@U99|eva>.` })
    expect((await runs(app)).map(({ input }) => input.stimulus)).toEqual([
      OAT_DRINK,
      OAT_DRINK,
      `${OAT_DRINK} Ask @eva.`,
    ])
  })

  it('has the names of the people it mentions, as Slack knows them; one it does not know is somebody', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    slack.replies.set('users.info', ({ body }) =>
      body.user === 'U000000002'
        ? { ok: true, user: { name: 'bob', profile: { display_name: 'Bob' } } }
        : { ok: false, error: 'user_not_found' },
    )
    await app.command(`${OAT_DRINK} Ask <@U000000002> or <@UGONE>.`)
    await app.command(`compare ${OAT_DRINK} Ask <@U000000002|bob> | ${OAT_DRINK} Ask <@U000000002>.`)
    expect((await runs(app)).map(({ input }) => input)).toMatchObject([
      { stimulus: `${OAT_DRINK} Ask @Bob or @somebody.` },
      { propositions: [{ stimulus: `${OAT_DRINK} Ask @bob` }, { stimulus: `${OAT_DRINK} Ask @Bob.` }] },
    ])
  })

  it('to a comparison and to a discussion may be files, behind “All choices…”', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } })
    const banner = await slack.upload(TOKEN, 'banner.png', pngOf(1_200, 628))
    const offer = await slack.upload(TOKEN, 'offer.md', OAT_DRINK)
    const files = (...ids: string[]) => ({ type: 'file_input', files: ids.map((id) => ({ id })) })
    const typed = (value: string) => ({ type: 'plain_text_input', value })
    for (const [callback_id, values] of [
      [MODALS.comparison, { proposition_a: typed(OAT_DRINK), files: files(banner, offer) }],
      [MODALS.focusGroup, { guide: typed(`${OAT_DRINK}\n- The banner`), shown_files: files(banner) }],
    ] as const) {
      const fields = Object.entries(values).map(([name, value]) => [name, { [name]: value }])
      const before = slack.calls.length
      await app.submitView({ callback_id, values: Object.fromEntries(fields) })
      const calls = () => slack.calls.slice(before).map(({ body }) => JSON.stringify(body))
      const asked = await eventually(() => calls().find((body) => body.includes(ACTIONS.confirmRun)))
      expect(asked).toContain('banner.png: PNG, 1200 × 628 pixels')
      const [, pending = ''] = /\\"pending\\":\\"([^\\"]+)/.exec(asked) ?? []
      await app.press({ action_id: ACTIONS.confirmRun, value: writeActionPayload({ pending }) })
    }
    const started = await eventually(async () => {
      const found = await runs(app)
      return found.length > 1 ? found : undefined
    })
    const pictures = [{ data: '', width: 1_200 }]
    expect(started.map(({ input }) => input)).toMatchObject([
      {
        propositions: [
          { stimulus: OAT_DRINK },
          { name: 'banner.png', pictures },
          { name: 'offer.md', stimulus: OAT_DRINK },
        ],
      },
      { topics: ['The banner'], pictures },
    ])
  })

  it('of three words is asked about; a word that is no proposition is refused; both in private', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    expect(await readBack(slack, (await app.command('hi')).text)).toContain('This is too little to judge')
    const asked = await readBack(slack, (await app.command('Oat drink sale')).text)
    expect(asked).toContain('“Oat drink sale” is only 3 words long.')
    expect(asked).toContain(ACTIONS.confirmRun)
    expect(await runs(app)).toEqual([])
    expect(slack.posts()).toEqual([])
  })

  it('to be compared that may be meant otherwise is asked about or refused, in private', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const asked = await readBack(slack, (await app.command('compare Oat drink sale | Oat drink deal')).text)
    expect(asked).toContain('“Oat drink sale” is only 3 words long.')
    expect(asked).toContain(ACTIONS.confirmRun)
    await app.command('compare help me please | cancel this please')
    expect(await runs(app)).toEqual([])
    expect(slack.posts()).toEqual([])
  })

  it('as a message that only asks for a test is the file or the page that it comes with', async () => {
    const host = await page(`<main><h1>Havn Oat</h1><p>${OAT_DRINK}</p></main>`)
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { AGENT_HOSTS_ALLOWED: host } })
    const file = { id: await slack.upload(TOKEN, 'offer.md', OAT_DRINK), name: 'offer.md' }
    const mention = { type: 'app_mention', user: ADMIN, channel: CHANNEL }
    const sent = [
      { text: 'can you test this?', files: [file] },
      { text: `Please review our <http://${host}/oat|new pricing page>` },
      { text: `<http://${host}/oat> <@U7> can you pressure test this before Friday?` },
      { text: `Landing page: <http://${host}/oat>\nTarget: students\nGoal: do they understand the price?` },
    ]
    for (const [n, message] of sent.entries()) {
      await app.event({ ...mention, ts: `5.${n}`, ...message, text: `<@${BOT_USER}> ${message.text}` })
      const asked = await eventually(
        () =>
          slack.calls.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes(ACTIONS.confirmRun))[n],
      )
      const [, pending = ''] = /\\"pending\\":\\"([^\\"]+)/.exec(asked) ?? []
      await app.press({ action_id: ACTIONS.confirmRun, value: writeActionPayload({ pending }) })
    }
    expect((await runs(app)).map(({ input }) => input.stimulus)).toEqual([
      OAT_DRINK,
      ...Array(3).fill(`Havn Oat\n\n${OAT_DRINK}`),
    ])
  })

  it('as a note about a link is asked about first, in private', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } })
    const note = 'Auf <http://a.example/x> haben wir die Überschrift und den Aufbau der Startseite geändert'
    const asked = await readBack(slack, (await app.command(note)).text)
    expect(asked).toContain('has a link whose page is not read; give the link alone to have it read.')
    expect(asked).toContain(ACTIONS.confirmRun)
    expect(await runs(app)).toEqual([])
    expect(slack.posts()).toEqual([])
  })

  it('as a file that is kept outside Slack is the page it links to', async () => {
    const host = await page(`<main><h1>Havn Oat</h1><p>${OAT_DRINK}</p></main>`)
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { AGENT_HOSTS_ALLOWED: host } })
    const file = { id: 'F000000009', name: 'Oat', title: 'Oat launch', is_external: true, external_type: 'gdrive' }
    slack.replies.set('files.info', () => ({ ok: true, file: { ...file, url_private: `http://${host}/oat` } }))
    await app.event({
      type: 'app_mention',
      user: ADMIN,
      channel: CHANNEL,
      ts: '5.1',
      text: `<@${BOT_USER}>`,
      files: [file],
    })
    const asked = await eventually(() =>
      slack.calls.map(({ body }) => JSON.stringify(body)).find((body) => body.includes(ACTIONS.confirmRun)),
    )
    expect(asked).toMatch(/Read \d+ words from http:.{5,60}oat; first lines: “Havn Oat/)
  })

  it.each([
    'Compare 40 energy tariffs in two minutes, free and without a call.',
    'compare Sleep better tonight vs Wake up rested',
    'compare a cool bed, a warm bed',
    'budget 50 dollars a month for everyone',
    'digest of this channel please',
  ])('that begins with an order, %s, is asked about before it is public', async (text) => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } })
    const asked = await readBack(slack, (await app.command(text)).text)
    expect(asked).toMatch(/is a word to the program: |looks like versions to compare/)
    expect(asked).toContain(ACTIONS.confirmRun)
    expect(await runs(app)).toEqual([])
    expect(slack.posts()).toEqual([])
  })

  it('that begins with the name of another order is a proposition all the same', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const texts = [
      'Help your plants with rain water, from €9 a barrel, for balconies.',
      'Status bags for half the price, from €99, for students.',
    ]
    for (const text of texts) await app.command(text)
    expect((await runs(app)).map(({ input }) => input.stimulus)).toEqual(texts)
  })

  it.each<[string, object]>([
    [
      'forwarded',
      { attachments: [{ is_share: true, text: '*Money back*, promised', fallback: '[11:02] ada: Money' }] },
    ],
    [
      'of blocks',
      {
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Money back,' } },
          {
            type: 'rich_text',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'promised' }] }],
          },
        ],
      },
    ],
  ])('as a message %s without a text opens its form with what it shows', async (_, message) => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await app.interact({
      type: 'message_action',
      callback_id: 'pressure_test_this',
      trigger_id: await slack.trigger(TOKEN),
      response_url: slack.responseUrl(),
      team: { id: 'T000000001', domain: 'one' },
      user: { id: ADMIN, name: 'ada', team_id: 'T000000001' },
      channel: { id: CHANNEL, name: 'general' },
      message: { ts: '1.1', text: '', ...message },
      action_ts: '1.1',
    })
    const opened = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    expect(JSON.stringify(opened.body.view)).toMatch(/Money back,(?: |\\n)promised/)
  })

  it('as a message with a file goes through its form, and is tested as one with what was typed', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const file = await slack.upload(TOKEN, 'offer.md', OAT_DRINK)
    await app.interact({
      type: 'message_action',
      callback_id: 'pressure_test_this',
      trigger_id: await slack.trigger(TOKEN),
      response_url: slack.responseUrl(),
      team: { id: 'T000000001', domain: 'one' },
      user: { id: ADMIN, name: 'ada', team_id: 'T000000001' },
      channel: { id: CHANNEL, name: 'general' },
      message: { ts: '1.1', text: '*Money back*, promised', files: [{ id: file, name: 'offer.md' }] },
      action_ts: '1.1',
    })
    const opened = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    expect(JSON.stringify(opened.body.view)).toContain('With it: offer.md.')
    expect(JSON.stringify(opened.body.view)).toContain('Money back, promised')
    const private_metadata = opened.body.view.private_metadata ?? ''
    expect(readActionPayload(private_metadata)?.files).toEqual([file])
    const value = 'Money back, promised'
    const answered = await app.submitView({
      callback_id: MODALS.pressureTest,
      private_metadata,
      values: { proposition: { proposition: { type: 'plain_text_input', value } } },
    })
    expect(answered.text).toBe('')
    const said = await eventually(() =>
      slack.calls.findLast(({ body }) => JSON.stringify(body).includes('offer.md; first')),
    )
    expect(JSON.stringify(said.body)).toContain('words from offer.md; first lines')
    expect(await runs(app)).toEqual([])
  })

  it('as a file that Slack sends without an end and without a length is given up at 20 MB, and said to be too large', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const file = await slack.upload(TOKEN, 'offer.pdf', 'small, as Slack says')
    const piece = Buffer.alloc(1_000_000, 'x')
    let sent = 0
    slack.download = (response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' })
      const more = (): void => {
        while (sent < 200_000_000 && !response.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }
    const private_metadata = writeActionPayload({ files: [file] })
    const answered = await app.submitView({ callback_id: MODALS.pressureTest, private_metadata, values: {} })
    await eventually(() =>
      JSON.stringify([answered.text, slack.calls, slack.responses]).includes(
        'offer.pdf is larger than 20 MB; upload less of it.',
      )
        ? true
        : undefined,
    )
    // What lies in the buffers of both ends comes on top.
    expect(sent).toBeLessThan(40_000_000)
    expect(await runs(app)).toEqual([])
  })

  it('as a document and a picture is read byte by byte, kept beside the run, and shown again when it is run again', async () => {
    const slack = await fakeSlack()
    // Claude is never called here; with a key pictures can be seen.
    const app = await startSlackApp(slack, { worker: false, env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } })
    const shown = pngOf(1_200, 628)
    const files = [
      await slack.upload(TOKEN, 'offer.docx', docxOf([OAT_DRINK])),
      await slack.upload(TOKEN, 'banner.png', shown),
    ]
    await app.submitView({
      callback_id: MODALS.pressureTest,
      private_metadata: writeActionPayload({ files }),
      values: {},
    })
    const asked = await eventually(() =>
      slack.calls.map(({ body }) => JSON.stringify(body)).findLast((body) => body.includes('banner.png')),
    )
    expect(asked).toMatch(/Read \d+ words from offer.docx/)
    expect(asked).toContain('banner.png: PNG, 1200 × 628 pixels')
    const [, pending = ''] = /\\"pending\\":\\"([^\\"]+)/.exec(asked) ?? []
    await app.press({ action_id: ACTIONS.confirmRun, value: writeActionPayload({ pending }) })
    const [run] = await eventually(async () => {
      const found = await runs(app)
      return found.length > 0 ? found : undefined
    })
    const input = {
      stimulus: `${OAT_DRINK}\n\n[Picture 1: PNG, 1200 × 628 pixels]`,
      pictures: [{ data: '', width: 1_200 }],
    }
    expect(run?.input).toMatchObject(input)
    await app.submitView({
      callback_id: MODALS.runAgain,
      private_metadata: writeActionPayload({ run: String(run?.id) }),
      values: { skepticism: { skepticism: { type: 'static_select', selected_option: { value: 'extreme' } } } },
    })
    const again = await eventually(async () => (await runs(app))[1])
    expect(again.input).toMatchObject({ ...input, skepticism: 'extreme' })
    expect(await query(app.env.DATABASE_URL ?? '', 'select data from run_pictures')).toEqual(
      Array(2).fill({ data: [shown.toString('base64')] }),
    )
  })
})
