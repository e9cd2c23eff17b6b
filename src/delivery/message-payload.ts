import { z } from 'zod'
import type { Store } from '../db/store.js'

/** Formats of a run's export. */
const EXPORT_FORMATS = ['html', 'markdown', 'json', 'evidence'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The Slack user who sent the message, and who is notified if Slack refuses it. */
const SENDER = { sender: z.string().nullable().default(null) }

/** Content of a message in the outbox. It is rendered on delivery, so that it never shows an earlier state. */
export const MessagePayload = z.discriminatedUnion('show', [
  /** A run, updated in place from its start to its score card. */
  z.object({
    show: z.literal('run'),
    thread_ts: z.string().nullable(),
    /** Link to the message, once it is posted. */
    permalink: z.string().nullable().default(null),
  }),
  /** One message of a run's thread. */
  z.object({
    show: z.literal('thread'),
    key: z.string(),
    /** Thread of another message to post it in; `null`: the thread of the run's own message. */
    thread_ts: z.string().nullable().default(null),
    /** Posted below the run's message and in no thread, because Slack refuses the thread. */
    below: z.boolean().default(false),
  }),
  z.object({ show: z.literal('notice'), sentence: z.string(), thread_ts: z.string().nullable().default(null) }),
  z.object({
    show: z.literal('share'),
    /** Display name of the person who shares it; `null` where somebody shows it to themselves. */
    by: z.string().nullable().default(null),
    note: z.string().nullable().default(null),
    ...SENDER,
  }),
  z.object({
    show: z.literal('assigned'),
    views: z.array(z.string()),
    by: z.string(),
    note: z.string().nullable(),
    ...SENDER,
  }),
  /** Welcome to the person who installed the app. */
  z.object({ show: z.literal('welcome') }),
  z.object({ show: z.literal('digest'), to: z.string() }),
  /** Views that came to the desk since then and are still unanswered. */
  z.object({ show: z.literal('desk'), since: z.coerce.date() }),
  z.object({
    show: z.literal('file'),
    format: z.enum(EXPORT_FORMATS),
    thread_ts: z.string().nullable(),
    /** Id of the latest upload, which may have been shared already. */
    file_id: z.string().nullable().default(null),
    /** Who asked for it, for the security log. */
    actor_id: z.string().default(''),
    ...SENDER,
  }),
])
export type MessagePayload = z.infer<typeof MessagePayload>

type Outbox = Store['outbox']
/** A message that is due, leased to this process. */
export type OutboxMessage = Awaited<ReturnType<Outbox['claim']>>[number]
export type NewMessage = Parameters<Outbox['add']>[1][number]
