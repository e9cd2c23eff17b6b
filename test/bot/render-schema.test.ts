import { describe, expect, it } from 'vitest'
import { HomeTab, MessageBlocks, Modal, PlainBlocks, RenderedMessage } from '../support/slack-blocks.js'

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const rich = (...elements: object[]) => ({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] })
const words = (text: string) => rich({ type: 'text', text })
const button = (given: object = {}) => ({ type: 'button', action_id: 'a', text: plain('Go'), value: '{}', ...given })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const context = (count: number) => ({ type: 'context', elements: Array.from({ length: count }, () => plain('x')) })
const container = (given: object = {}) => ({
  type: 'container',
  title: plain('More'),
  child_blocks: [words('x')],
  ...given,
})
const chart = (given: object = {}) => ({
  type: 'data_visualization',
  title: 'Chart',
  chart: {
    type: 'bar',
    series: [{ name: 'Share', data: [{ label: 'a', value: 1 }] }],
    axis_config: { categories: ['a'] },
    ...given,
  },
})
const card = (given: object) => ({ type: 'carousel', elements: [{ type: 'card', ...given }] })
const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))

const accepted = (...blocks: object[]) => MessageBlocks.safeParse(blocks).success

describe('the schema of what Slack takes', () => {
  it.each([
    ['a header', { type: 'header', text: plain('x'.repeat(150)) }],
    ['rich text', words('<!channel> *as it is*')],
    ['ten context elements', context(10)],
    ['a container', container({ is_collapsible: true, default_collapsed: true })],
    ['a chart', chart()],
    ['a button', actions(button({ value: 'x'.repeat(2_000) }))],
    ['a card', card({ title: { type: 'mrkdwn', text: 'Ana', verbatim: true } })],
    [
      'a plan',
      { type: 'plan', title: 'p', tasks: [{ type: 'task_card', task_id: '1', title: 't', status: 'complete' }] },
    ],
  ])('takes %s', (_, block) => {
    expect(MessageBlocks.safeParse([block]).error?.message).toBeUndefined()
  })

  it.each([
    ['no blocks', []],
    ['fifty-one blocks', times(51, () => ({ type: 'divider' }))],
    ['too many characters', times(10, () => words('x'.repeat(900)))],
    ['a long header', [{ type: 'header', text: plain('x'.repeat(151)) }]],
    ['a header in mrkdwn', [{ type: 'header', text: { type: 'mrkdwn', text: 'x', verbatim: true } }]],
    ['an empty text', [words('')]],
    ['an empty paragraph', [rich()]],
    ['a mention of a person', [rich({ type: 'user', user_id: 'U1' })]],
    ['a mention of everybody', [rich({ type: 'broadcast', range: 'here' })]],
    ['a link of a stranger’s', [rich({ type: 'link', url: 'https://evil.example' })]],
    ['mrkdwn that makes links by itself', [card({ body: { type: 'mrkdwn', text: 'x' } })]],
    ['a long card', [card({ body: { type: 'mrkdwn', text: 'x'.repeat(201), verbatim: true } })]],
    ['eleven context elements', [context(11)]],
    ['twenty-six buttons', [actions(...times(26, () => button()))]],
    ['a long button', [actions(button({ text: plain('x'.repeat(76)) }))]],
    ['a long value', [actions(button({ value: 'x'.repeat(2_001) }))]],
    ['an address that is none', [actions(button({ url: 'javascript:alert(1)' }))]],
    ['a field nobody documented', [{ type: 'divider', colour: 'red' }]],
    ['an unknown block', [{ type: 'hologram' }]],
    ['an alert in a message', [{ type: 'alert', text: plain('x') }]],
    [
      'an input in a message',
      [{ type: 'input', block_id: 'b', label: plain('x'), element: { type: 'file_input', action_id: 'a' } }],
    ],
    ['closed but not collapsible', [container({ default_collapsed: true })]],
    ['a container in a container', [container({ child_blocks: [container()] })]],
    ['eleven children', [container({ child_blocks: times(11, () => words('x')) })]],
    [
      'a task that is completed',
      [{ type: 'plan', title: 'p', tasks: [{ type: 'task_card', task_id: '1', title: 't', status: 'completed' }] }],
    ],
    ['three charts', times(3, () => chart())],
    ['a chart with a point too few', [chart({ axis_config: { categories: ['a', 'b'] } })]],
    ['a chart with a category twice', [chart({ axis_config: { categories: ['a', 'a'] } })]],
    ['the same block_id twice', times(2, () => ({ type: 'divider', block_id: 'b' }))],
  ])('refuses %s', (_, blocks) => {
    expect(accepted(...blocks)).toBe(false)
  })

  it('tells old clients’ blocks, forms and the Home tab apart', () => {
    expect(PlainBlocks.safeParse([container()]).success).toBe(false)
    expect(PlainBlocks.safeParse([words('x')]).success).toBe(true)
    expect(RenderedMessage.safeParse({ text: 'x'.repeat(4_001), blocks: [words('x')], plain: null }).success).toBe(
      false,
    )
    const modal = { type: 'modal', callback_id: 'm', private_metadata: '{}', title: plain('x'), close: plain('x') }
    const input = {
      type: 'input',
      block_id: 'b',
      label: plain('x'),
      element: { type: 'plain_text_input', action_id: 'b' },
    }
    const fits = (given: object) => Modal.safeParse({ ...modal, blocks: [input], submit: plain('x'), ...given }).success
    expect(fits({})).toBe(true)
    expect(fits({ title: plain('x'.repeat(25)) })).toBe(false)
    expect(fits({ submit: undefined })).toBe(false)
    expect(fits({ private_metadata: 'x'.repeat(3_001) })).toBe(false)
    expect(fits({ blocks: times(101, (i) => ({ ...input, block_id: `b${i}` })) })).toBe(false)
    expect(fits({ blocks: [chart()] })).toBe(false)
    expect(HomeTab.safeParse({ type: 'home', blocks: times(101, () => ({ type: 'divider' })) }).success).toBe(false)
  })
})
