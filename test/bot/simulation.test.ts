import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { MODALS } from '../../src/bot/blocks/action-ids.js'
import { fakeSlack } from '../support/fake-slack.js'
import { CHANNEL, eventually, runs, settled, startSlackApp } from '../support/slack-app.js'
import { wordsOf } from './payloads.js'

const TOKEN = 'xoxb-one'
const ticked = (name: string) => ({
  [name]: {
    [name]: { type: 'checkboxes', selected_options: [{ value: 'on', text: { type: 'plain_text', text: '' } }] },
  },
})
const text = (name: string, value: string) => ({ [name]: { [name]: { type: 'plain_text_input', value } } })

it('a simulation is asked for in a window with a product file; the product can be chosen the next time', async () => {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack)
  const open = async () => {
    const before = slack.calls.length
    await app.command('simulate')
    return eventually(() => slack.calls.slice(before).find(({ method }) => method === 'views.open'))
  }
  const first = await open()
  expect(first.body.view).toMatchObject({ callback_id: MODALS.simulation })
  expect(JSON.stringify(first.body.view)).not.toContain('Slotwise')
  const view = { callback_id: MODALS.simulation, private_metadata: first.body.view.private_metadata }
  const fileOf = (...ids: string[]) => ({
    product_file: { product_file: { type: 'file_input', files: ids.map((id) => ({ id })) } },
  })
  const asked = {
    ...fileOf(),
    ...text('count', '40'),
    ...text('days', '7'),
    ...text('pilot', '20'),
    ...ticked('fallback'),
    network: { network: { type: 'static_select', selected_option: { value: 'small_world' } } },
  }

  const empty = await app.submitView({ ...view, values: asked })
  expect(JSON.parse(empty.text).errors.product_file).toContain('Choose a product')
  const broken = await slack.upload(TOKEN, 'broken.yaml', 'schema: 1\nid: x\n')
  const refused = await app.submitView({ ...view, values: { ...asked, ...fileOf(broken) } })
  expect(JSON.parse(refused.text).errors.product_file).toContain('broken.yaml')
  expect(await runs(app)).toEqual([])

  const file = await slack.upload(TOKEN, 'slotwise.yaml', await readFile('examples/products/slotwise.yaml', 'utf8'))
  expect((await app.submitView({ ...view, values: { ...asked, ...fileOf(file) } })).text).toBe('')
  await settled(app)
  expect(await runs(app)).toMatchObject([
    {
      kind: 'simulation',
      input: { personas: 40, days: 7, pilot: 20, fallback: 'offline', state: null, network: 'small_world' },
    },
  ])
  const [card] = (await slack.messages(TOKEN, CHANNEL)).filter(({ metadata }) => metadata)
  const said = wordsOf(card?.blocks)
  expect(said).toContain('still there after 7 days')
  expect(said).toContain('Rehearsal, no judgement')
  expect(said).toContain('Fix first: ')
  const thread = await slack.thread(TOKEN, CHANNEL, card?.ts ?? '')
  const parts = thread.map(({ blocks }) => wordsOf(blocks)).join(' ')
  expect(parts).toContain('From the diary of ')
  expect(parts).toContain('accepted invitations a user')

  expect(JSON.stringify((await open()).body.view)).toContain('Slotwise, version 1')
})
