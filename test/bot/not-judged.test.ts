import { expect, it, onTestFinished } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { OAT_DRINK } from '../support/app.js'
import { nothingToJudge } from '../support/fake-answers.mjs'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  makeQuick,
  readBack,
  runs,
  type SlackApp,
  settled,
  startSlackApp,
} from '../support/slack-app.js'
import { nodes, wordsOf } from './payloads.js'

const typed = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { [name]: { type: 'plain_text_input', value } }]),
  )

const submitted = (app: SlackApp, values: Record<string, string>) =>
  app.submitView({
    callback_id: MODALS.pressureTest,
    private_metadata: writeActionPayload({ channel: CHANNEL, open: true }),
    values: typed(values),
  })

it('a text with nothing to judge is answered with the reason, in its message, its list and the Home tab', async () => {
  const api = await fakeMessagesApi({ answer: nothingToJudge() })
  onTestFinished(() => api.close())
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { env: { ANTHROPIC_BASE_URL: api.url } })
  await submitted(app, { proposition: 'Rain from the west, clearing later in the day.' })
  const said = await settled(app)
  const [run] = await runs(app)
  expect(run?.status).toBe('completed')
  // One message, and no thread under it.
  expect(said).toHaveLength(1)
  const [card] = (await slack.messages('xoxb-one', CHANNEL)).filter(({ metadata }) => metadata)
  const words = wordsOf(card?.blocks)
  expect(words).toContain('Not judged')
  expect(words).toContain('It offers nothing to anybody (a note about the weather), so there was nothing to judge.')
  expect(words).toContain('Send what you would show people')
  expect(words).toContain('Nobody was asked, and there is no score.')
  expect(words).not.toMatch(/of 100|Trust|synthetic people|cannot show its result/)
  expect(JSON.stringify(card?.blocks)).toContain(ACTIONS.runAgain)
  const history = await readBack(slack, (await app.command('history')).text)
  expect(history).toContain('not judged')
  await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home', channel: 'D0' })
  const home = slack.calls.findLast(({ method }) => method === 'views.publish')
  expect(JSON.stringify(home?.body.view)).toContain('not judged')
})

it('what is told beside it goes with the run, is shown, and stays when it is run again', async () => {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack)
  await makeQuick(app)
  const about = 'A barista oat drink at 1.49 euros.'
  await submitted(app, { proposition: OAT_DRINK, about, personas: '3' })
  await settled(app)
  const [run] = await runs(app)
  expect(run?.input).toMatchObject({ about, stimulus: OAT_DRINK })
  const [card] = (await slack.messages('xoxb-one', CHANNEL)).filter(({ metadata }) => metadata)
  expect(wordsOf(card?.blocks)).toContain(`Told beside it: \n${about}`)
  const opened = slack.calls.length
  await app.press({ action_id: ACTIONS.runAgain, value: writeActionPayload({ run: run?.id ?? '' }) })
  const form = slack.calls.slice(opened).findLast(({ method }) => method.startsWith('views.'))?.body.view
  const [field] = nodes(form, (node) => node.action_id === 'about') as unknown as { initial_value?: string }[]
  expect(field?.initial_value).toBe(about)
  expect(wordsOf(form)).toContain('About it (told, not scored)')
})
