import { expect } from 'vitest'
import { readActionPayload } from '../../src/bot/blocks/action-payload.js'
import { charactersOf, HomeTab, Modal, RenderedMessage } from '../support/slack-blocks.js'

/** Every string of a payload with the keys that lead to it. */
export function leaves(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))
}

type Node = { readonly [key: string]: unknown }
export function nodes(value: unknown, wanted: (node: Node) => boolean): Node[] {
  if (value === null || typeof value !== 'object') return []
  const here = !Array.isArray(value) && wanted(value as Node) ? [value as Node] : []
  return [...here, ...Object.values(value).flatMap((one) => nodes(one, wanted))]
}

/** Words a reader sees, wherever they stand. */
export const wordsOf = (value: unknown): string =>
  leaves(value)
    .filter(({ path }) => ['text', 'title', 'subtitle', 'caption', 'label', 'fallback'].includes(path.at(-1) ?? ''))
    .map(({ text }) => text)
    .join('\n')

/** Without what a button asks before it does anything. */
const unpressed = (blocks: readonly unknown[]): unknown[] =>
  JSON.parse(JSON.stringify(blocks, (key, value) => (key === 'confirm' ? undefined : value)))

/** What stands in sight before anything is opened; a carousel shows one card at a time. */
export const inSight = (blocks: readonly unknown[]): string =>
  unpressed(blocks)
    .map((block) => {
      const one = block as Node
      if (one.type === 'container') return wordsOf([one.title, one.subtitle])
      if (one.type === 'carousel') return wordsOf((one.elements as unknown[])[0])
      return wordsOf(one)
    })
    .join('\n')

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066\u2067\ufeff]/
/** Mentions, links, formatting and emoji codes as mrkdwn reads them, and what Slack would have escaped. */
export const MARKUP = /[<>&*_~`|]|:\/\/|@\w|#\w|:[a-z_+-]+:/i

/** Texts where Slack reads mrkdwn: the notification and every `mrkdwn` element. */
export const mrkdwnOf = (payload: { readonly text?: string }): string[] => [
  ...(payload.text === undefined ? [] : [payload.text]),
  ...nodes(payload, ({ type }) => type === 'mrkdwn').map(({ text }) => String(text)),
]

/** What holds for everything the app sends, message, form or Home tab. */
function checkAny(payload: object, name: string): void {
  // Held against one expectation a payload: it has hundreds of texts, and an expectation costs more than a look.
  const problems: string[] = []
  // With `emoji: true` a stranger's `:code:` would become a picture.
  for (const { emoji, text } of nodes(payload, ({ type }) => type === 'plain_text'))
    if (emoji !== false) problems.push(`emoji codes are read in ${text}`)
  for (const { path, text } of leaves(payload)) {
    const say = (problem: string) => problems.push(`${problem} at ${path.join('.')}: ${text.slice(0, 200)}`)
    if (CONTROL.test(text)) say('control character')
    if (!text.isWellFormed()) say('lone surrogate')
    if (
      ['value', 'private_metadata'].includes(path.at(-1) ?? '') &&
      path.at(-2) !== 'initial_option' &&
      !path.includes('options') &&
      !path.includes('initial_options') &&
      readActionPayload(text) === null
    )
      say('unreadable action')
  }
  expect(problems, name).toEqual([])
}

/** A message: Slack would take it, nothing in it is read as markup, and its numbers say whose they are. */
export function checkMessage(message: { readonly text: string; readonly key?: string }, name: string): void {
  const parsed = RenderedMessage.safeParse(message)
  expect(parsed.error?.message, name).toBeUndefined()
  expect(
    mrkdwnOf(message).filter((text) => MARKUP.test(text)),
    name,
  ).toEqual([])
  checkAny(message, name)
}

export function checkModal(view: object, name: string): void {
  expect(Modal.safeParse(view).error?.message, name).toBeUndefined()
  checkAny(view, name)
}

export function checkHome(view: object, name: string): void {
  expect(HomeTab.safeParse(view).error?.message, name).toBeUndefined()
  checkAny(view, name)
}

export { charactersOf }
