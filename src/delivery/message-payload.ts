import { z } from 'zod'
import type { Store } from '../db/store.js'

/** As what a run can be exported. */
const EXPORT_FORMATS = ['html', 'markdown', 'json', 'evidence'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The Slack user who sent it, and gets to know where it is not taken. */
const SENDER = { sender: z.string().nullable().default(null) }

/** What a message of the outbox shows; it is rendered when it leaves, so that it never shows an earlier state. */
export const MessagePayload = z.discriminatedUnion('show', [
  /** A run, from its first second to its score card; in place. */
  z.object({
    show: z.literal('run'),
    thread_ts: z.string().nullable(),
    /** Link to it, once it is posted. */
    permalink: z.string().nullable().default(null),
  }),
  /** One message of its thread. */
  z.object({
    show: z.literal('thread'),
    key: z.string(),
    /** The thread of another message it is posted in; `null`: that of its run's own. */
    thread_ts: z.string().nullable().default(null),
  }),
  z.object({ show: z.literal('notice'), sentence: z.string(), thread_ts: z.string().nullable().default(null) }),
  z.object({
    show: z.literal('share'),
    /** Who shares it; `null` where somebody shows it to themselves. */
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
  /** How to begin, to who installed the app. */
  z.object({ show: z.literal('welcome') }),
  z.object({ show: z.literal('digest'), to: z.string() }),
  /** Views that came to the desk since then and that nobody has answered. */
  z.object({ show: z.literal('desk'), since: z.coerce.date() }),
  z.object({
    show: z.literal('file'),
    format: z.enum(EXPORT_FORMATS),
    thread_ts: z.string().nullable(),
    /** What was uploaded last, and may have been shared. */
    file_id: z.string().nullable().default(null),
    ...SENDER,
  }),
])
export type MessagePayload = z.infer<typeof MessagePayload>

type Outbox = Store['outbox']
/** A message that is due, leased to this process. */
export type OutboxMessage = Awaited<ReturnType<Outbox['claim']>>[number]
export type NewMessage = Parameters<Outbox['add']>[1][number]
