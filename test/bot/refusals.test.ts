import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GONE } from '../../src/bot/slack-client.js'
import type { RateLimits } from '../../src/delivery/rate-limits.js'
import { isClosed } from '../../src/delivery/refused.js'
import { OAT_DRINK, startWorkerIn } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { fakeSlack, type SlackCall, type SlackFault } from '../support/fake-slack.js'
import { eventually, makeQuick, QUICK, runs, type SlackApp, settled, startSlackApp } from '../support/slack-app.js'

/** What Slack's documentation names for every method. */
const ANY_CALL = [
  ...['access_denied', 'accesslimited', 'account_inactive', 'deprecated_endpoint', 'enterprise_is_restricted'],
  ...['ekm_access_denied', 'fatal_error', 'internal_error', 'invalid_arg_name', 'invalid_arguments'],
  ...['invalid_array_arg', 'invalid_auth', 'invalid_charset', 'invalid_form_data', 'invalid_post_type'],
  ...['method_deprecated', 'missing_post_type', 'missing_scope', 'no_permission', 'not_allowed_token_type'],
  ...['not_authed', 'org_login_required', 'ratelimited', 'request_timeout', 'service_unavailable'],
  ...['team_access_not_granted', 'team_added_to_org', 'token_expired', 'token_revoked'],
  ...['two_factor_setup_required', 'an_error_nobody_documented'],
]
const POST = [
  ...['as_user_not_supported', 'attachment_payload_limit_exceeded', 'cannot_reply_to_message', 'channel_not_found'],
  ...['duplicate_channel_not_found', 'duplicate_message_not_found', 'invalid_blocks', 'invalid_blocks_format'],
  ...['invalid_metadata_format', 'invalid_metadata_schema', 'is_archived', 'markdown_text_conflict'],
  ...['message_limit_exceeded', 'messages_tab_disabled', 'metadata_must_be_sent_from_app', 'metadata_too_large'],
  ...['msg_blocks_too_long', 'msg_too_long', 'no_text', 'not_in_channel', 'rate_limited', 'restricted_action'],
  ...['restricted_action_non_threadable_channel', 'restricted_action_read_only_channel'],
  ...['restricted_action_thread_locked', 'restricted_action_thread_only_channel', 'team_not_found', 'thread_not_found'],
  ...['slack_connect_canvas_sharing_blocked', 'slack_connect_file_link_sharing_blocked', 'too_many_attachments'],
  ...['slack_connect_lists_sharing_blocked', 'too_many_contact_cards', 'user_is_restricted'],
]
const UPDATE = [
  ...['as_user_not_supported', 'block_mismatch', 'cant_broadcast_message', 'cant_update_message', 'channel_not_found'],
  ...['edit_window_closed', 'external_channel_migrating', 'invalid_attachments', 'invalid_blocks', 'is_archived'],
  ...['is_inactive', 'message_not_found', 'msg_blocks_too_long', 'msg_too_long', 'no_dual_broadcast_content_update'],
  ...['no_text', 'not_in_channel', 'team_not_found', 'too_many_attachments', 'update_failed'],
]
const OPEN = [
  ...['channel_not_found', 'invalid_user_combination', 'method_not_supported_for_channel_type', 'not_enough_users'],
  ...['too_many_users', 'user_disabled', 'user_not_found', 'user_not_visible', 'users_list_not_supplied'],
]
/** Of a link to a message. */
const PERMALINK = ['channel_not_found', 'channel_type_not_supported', 'message_not_found', 'missing_ts_parameter']
/** Of an address to upload to. */
const UPLOAD_URL = [
  ...['alt_txt_too_large', 'blocked_file_type', 'file_update_failed', 'file_upload_size_restricted'],
  ...['file_uploads_disabled', 'file_uploads_except_images_disabled', 'missing_argument', 'posting_to_channel_denied'],
  ...[
    'slack_connect_blocked_file_type',
    'slack_connect_clip_sharing_blocked',
    'slack_connect_file_upload_sharing_blocked',
  ],
  ...['storage_limit_reached', 'unknown_snippet_type', 'unknown_subtype'],
]
/** Of the upload itself, which answers with a status. */
const UPLOAD = ['400', '403', '404', '413', '429', '500', '503']
/** Of sharing what was uploaded. */
const SHARE = [
  ...['blocked_file_type', 'channel_not_found', 'file_not_found', 'file_type_not_allowed', 'file_update_failed'],
  ...['file_uploads_disabled', 'file_uploads_except_images_disabled', 'invalid_blocks', 'invalid_blocks_and_comment'],
  ...['invalid_channel', 'invalid_thread_ts', 'is_archived', 'malware_detected', 'missing_argument', 'not_in_channel'],
  ...['posting_to_channel_denied', 'posting_to_general_channel_denied', 'restricted_action', 'storage_limit_reached'],
  ...['slack_connect_blocked_file_type', 'slack_connect_file_upload_sharing_blocked', 'thread_not_found'],
]
/** The same errors at each call that says what came of a run, or brings a document of it. */
const TABLE = {
  post: [...ANY_CALL, ...POST],
  update: [...ANY_CALL, ...UPDATE],
  thread: [...ANY_CALL, ...POST],
  open: [...ANY_CALL, ...OPEN],
  permalink: [...ANY_CALL, ...PERMALINK],
  upload_url: [...ANY_CALL, ...UPLOAD_URL],
  upload: UPLOAD,
  share: [...ANY_CALL, ...SHARE],
  share_own: [...ANY_CALL, ...SHARE],
} as const
type Call = keyof typeof TABLE
/** Calls that bring a document; all but one of them into somebody's own conversation. */
const OF_FILES: ReadonlySet<Call> = new Set(['upload_url', 'upload', 'share', 'share_own'])
type Case = {
  readonly call: Call
  readonly error: string
  readonly user: string
  readonly channel: string
  run: string
}

const CASES = (Object.keys(TABLE) as Call[]).flatMap((call, part) =>
  TABLE[call].map((error, index): Case => {
    const number = String(part * 1_000 + index).padStart(6, '0')
    return { call, error, user: `U7${number}`, channel: `C7${number}`, run: '' }
  }),
)
/** Trouble that ends by itself, or by an operator's hand: so often, then Slack takes what we say. */
const PASSES: Record<string, number> = {
  ...{ fatal_error: 1, internal_error: 1, request_timeout: 1, service_unavailable: 1, ratelimited: 2, rate_limited: 2 },
  ...{ team_added_to_org: 1, external_channel_migrating: 1 },
  ...Object.fromEntries([...GONE].map((code) => [code, 3])),
}
/** Whether anything hangs on which error it is; a link that Slack does not give is done without, whatever it says. */
const isKnown = ({ call, error }: Case): boolean =>
  call !== 'permalink' && (isClosed(error) || error in PASSES || error.startsWith('invalid_blocks'))

const CALLS: Record<Call, (call: SlackCall) => boolean> = {
  post: ({ method, body }) => method === 'chat.postMessage' && !body.thread_ts && /^C/.test(body.channel),
  update: ({ method }) => method === 'chat.update',
  thread: ({ method, body }) => method === 'chat.postMessage' && Boolean(body.thread_ts) && /^C/.test(body.channel),
  open: ({ method }) => method === 'conversations.open',
  permalink: ({ method, body }) => method === 'chat.getPermalink' && /^C/.test(body.channel),
  upload_url: ({ method }) => method === 'files.getUploadURLExternal',
  upload: ({ method }) => method === 'upload',
  share: ({ method, body }) => method === 'files.completeUploadExternal' && /^C/.test(body.channel_id),
  share_own: ({ method }) => method === 'files.completeUploadExternal',
}
/** The beginning of a run's id, which an upload carries in its name or its address. */
const uploadOf = ({ method, body }: SlackCall): string => {
  if (method !== 'upload' && !method.startsWith('files.')) return ''
  const [, run = ''] = /(?:pressure-test-|up-)([0-9a-f]{8})/.exec(JSON.stringify(body)) ?? []
  return run
}
const placeOf = ({ body }: SlackCall): string =>
  String(body.channel ?? body.users ?? body.user_id ?? '').replace(/^D/, '')

/** What stands in a Home tab under the results that Slack did not take elsewhere. */
function undeliveredIn({ blocks }: { readonly blocks: readonly { readonly type: string }[] }): string {
  const begin = blocks.findIndex((block) => JSON.stringify(block).includes('Results Slack did not take elsewhere'))
  const end = blocks.findIndex(({ type }, index) => index > begin && type === 'header')
  return begin < 0 ? '' : JSON.stringify(blocks.slice(begin, end))
}

/** A finished test's row for each case, where it was asked for, and its message as it stood before the end. */
async function copies(app: SlackApp, cases: readonly Case[]): Promise<void> {
  const database = app.env.DATABASE_URL ?? ''
  const [finished] = await runs(app)
  await query(
    database,
    `delete from outbox where payload->>'show' <> 'run';
     create or replace function anew(r anyelement, changes jsonb) returns anyelement language sql as
       $$ select jsonb_populate_record(r, changes) $$`,
  )
  type Rows = object[]
  const rows = { run: [] as Rows, result: [] as Rows, slack_origin: [] as Rows, outbox: [] as Rows }
  for (const one of cases) {
    one.run = randomUUID()
    const same = { run_id: one.run }
    const isFile = OF_FILES.has(one.call)
    const isPersonal = one.call === 'open' || (isFile && one.call !== 'share')
    const isPosted = one.call === 'update'
    // Ends without a thread: that a thread follows, other cases show.
    const failed = { status: 'failed', reason_code: 'internal', reason_message: 'It broke.' }
    const end = one.call === 'open' || isPosted ? failed : {}
    const file = { payload: { show: 'file', format: 'json', thread_ts: null, sender: one.user }, status: 'due' }
    rows.run.push({ id: one.run, ...end })
    rows.result.push(same)
    // Private, so that somebody's Home lists this run and none of all the others.
    const asked = { channel_id: one.channel, user_id: one.user, response_url: null, visibility: 'private' }
    rows.slack_origin.push({ ...same, ...asked })
    rows.outbox.push({
      ...same,
      id: one.run,
      dedupe_key: `run:${one.run}`,
      status: 'live',
      target: isPersonal ? one.user : one.channel,
      external_id: isPosted ? '1.1' : null,
      shown: isPosted ? '0/running/1/0/3/f/' : null,
      content_hash: null,
      ...(isFile ? { ...file, shown: null } : {}),
    })
  }
  // In one transaction, as the deliverer looks all the time.
  const inserts = Object.entries(rows).map(
    ([table, changes]) =>
      `insert into ${table} select a.* from ${table} t, jsonb_array_elements('${JSON.stringify(changes)}'::jsonb) c, anew(t, c) a
        where t.${table === 'run' ? 'id' : 'run_id'} = '${finished?.id}'`,
  )
  await query(database, inserts.join(';'))
}

type Telling = {
  readonly cases: readonly Case[]
  /** What the bot sees of the store; `endLease` frees a message as if the time of whoever holds it had passed. */
  readonly storeOf?: (store: SlackApp['store'], endLease: (message: string) => Promise<unknown>) => SlackApp['store']
  /** Runs that met their error. */
  readonly fired?: Set<string>
}

/** As fast as messages can be told: what waits for its turn, other tests are about. */
const AT_ONCE: RateLimits = {
  ...QUICK,
  post: { every_ms: 1, burst_ms: 1_000 },
  posts: { every_ms: 1, burst_ms: 1_000 },
  update: { every_ms: 1, burst_ms: 1_000 },
}

type Outbox = SlackApp['store']['outbox']

/** Of a thread its beginning and its end: what lies between goes the same way. */
const withShortThreads = (outbox: Outbox): Outbox => ({
  ...outbox,
  add: (of, messages) =>
    outbox.add(
      of,
      messages.filter(({ payload }) => {
        const { show, key } = payload as { show: string; key?: string }
        return show !== 'thread' || key === 'minority' || key === 'next'
      }),
    ),
})

/** Has each case told while Slack says its error; gives what people got. */
async function tellAll({ cases, storeOf = (store) => store, fired = new Set() }: Telling) {
  const slack = await fakeSlack()
  const database = await testDatabase()
  const endLease = (message: string) =>
    query(database, 'update outbox set lease_until = now() where id = $1::uuid', [message])
  const app = await startSlackApp(slack, {
    worker: false,
    env: { DATABASE_URL: database },
    rateLimits: AT_ONCE,
    storeOf: (store) => storeOf({ ...store, outbox: withShortThreads(store.outbox) }, endLease),
  })
  await makeQuick(app)
  await app.command(OAT_DRINK)
  const worker = startWorkerIn(app)
  await settled(app)
  await worker.stop()

  const posts = new Map<string, { channel: string; ts: string; metadata: unknown; shows: string }>()
  let ts = 1_000
  const keep = ({ body }: SlackCall, at: string) => {
    const { message } = body.metadata?.event_payload ?? {}
    const blocks = JSON.stringify(body.blocks ?? '')
    const isEnd = /run_again|run_retry/.test(blocks) ? 'end' : 'other'
    const shows = /The document could not|did not confirm the document/.test(blocks) ? 'document' : isEnd
    posts.set(`${body.channel}/${at}`, {
      channel: body.channel,
      ts: at,
      metadata: body.metadata,
      shows: `${message}/${shows}`,
    })
    return { ok: true, ts: at, channel: body.channel }
  }
  slack.replies.set('chat.postMessage', (call) => keep(call, `${++ts}.0`))
  slack.replies.set('chat.update', (call) => keep(call, call.body.ts))
  slack.replies.set('chat.getPermalink', () => ({ ok: true, permalink: 'https://x.slack.com/archives/C1/p1' }))
  slack.replies.set('conversations.open', ({ body }) => ({ ok: true, channel: { id: `D${body.users}` } }))
  slack.replies.set('conversations.history', ({ body }) => ({
    ok: true,
    messages: [...posts.values()].filter(({ channel }) => channel === body.channel),
  }))
  slack.replies.set('conversations.replies', ({ body }) => ({
    ok: true,
    messages: [...posts.values()].filter(({ channel }) => channel === body.channel),
  }))
  slack.replies.set('views.publish', () => ({ ok: true }))
  // Slack finishes each upload once, and knows a file from then on.
  const uploads = new Set<string>()
  const shared = new Map<string, string[]>()
  let files = 0
  slack.replies.set('files.getUploadURLExternal', (call) => {
    const file_id = `up-${uploadOf(call)}-${++files}`
    uploads.add(file_id)
    return { ok: true, file_id, upload_url: `${slack.url}/upload/v1/${file_id}` }
  })
  slack.replies.set('upload', () => ({ ok: true }))
  slack.replies.set('files.completeUploadExternal', (call) => {
    const [{ id }] = call.body.files
    if (!uploads.delete(id)) return { ok: false, error: 'file_not_found' }
    shared.set(uploadOf(call), [...(shared.get(uploadOf(call)) ?? []), id])
    return { ok: true, files: [{ id }] }
  })
  slack.replies.set('files.info', ({ body }) =>
    [...shared.values()].flat().includes(body.file) ? { ok: true } : { ok: false, error: 'file_not_found' },
  )
  const times = new Map<string, number>()
  const at = new Map(cases.flatMap((one) => [one.channel, one.user].map((place) => [place, one] as const)))
  slack.fault = (call): SlackFault | null => {
    const uploading = uploadOf(call)
    const one = uploading === '' ? at.get(placeOf(call)) : cases.find(({ run }) => run.startsWith(uploading))
    if (!one || !CALLS[one.call](call)) return null
    const before = times.get(one.run) ?? 0
    times.set(one.run, before + 1)
    if (before >= (PASSES[one.error] ?? Number.POSITIVE_INFINITY)) return null
    fired.add(one.run)
    return one.call === 'upload' ? { status: Number(one.error), retryAfter: 0 } : { error: one.error }
  }
  await copies(app, cases)
  await eventually(async () => {
    const rows = await query<{ n: number }>(
      database,
      `select count(*)::int as n from outbox where status in ('due', 'live')`,
    )
    return rows[0]?.n === 0
  })
  const cards = await query<{
    run_id: string
    key: string | null
    status: string
    external_id: string | null
    problem: string
  }>(database, `select run_id::text, payload->>'key' as key, status, external_id, problem from outbox`)
  const homes = slack.calls.filter(({ method, outcome }) => method === 'views.publish' && outcome === 'ok')
  return cases.map((one) => {
    const of = cards.filter(({ run_id }) => run_id === one.run)
    const minority = of.find(({ key }) => key === 'minority')
    const atHome = homes.some(({ body }) => body.user_id === one.user && undeliveredIn(body.view).includes(one.run))
    return {
      case: `${one.call} ${one.error}`,
      fired: fired.has(one.run),
      ends: [...posts.values()].filter(({ shows }) => shows === `${one.run}/end`).length,
      minority: minority?.external_id ? 1 : 0,
      atHome,
      files: shared.get(one.run.slice(0, 8))?.length ?? 0,
      toldOfFile: [...posts.values()].filter(
        ({ channel, shows }) => channel === `D${one.user}` && shows.endsWith('/document'),
      ).length,
    }
  })
}

/** Of a thread that cannot go on where it began the card is shown again above the rest of it. */
const isTold = ({ case: name, ends, atHome, files, toldOfFile }: Told): boolean => {
  if (isOfFile(name)) return (files === 1 && toldOfFile === 0) || (files === 0 && atHome && toldOfFile === 1)
  return (ends === 0 && atHome) || ends === 1 || (name.startsWith('thread') && ends === 2)
}
type Told = Awaited<ReturnType<typeof tellAll>>[number]
const isOfFile = (name: string): boolean => OF_FILES.has(name.split(' ')[0] as Call)

/** What came of the cases of each call, for the note. */
function printCounts(told: readonly Told[]): void {
  for (const call of Object.keys(TABLE)) {
    const of = told.filter(({ case: name }) => name.startsWith(`${call} `))
    if (of.length === 0) continue
    const count = (is: (one: (typeof told)[number]) => boolean): number => of.filter(is).length
    const got = ({ case: name, ends, files }: Told): number => (isOfFile(name) ? files : ends)
    const home = count((one) => got(one) === 0 && one.atHome)
    const [lost, double] = [count((one) => got(one) === 0 && !one.atHome), count((one) => !isTold(one) && got(one) > 1)]
    console.log(
      `${call}: ${of.length} errors, ${count((one) => got(one) > 0)} arrived, ${home} in Home, ${lost} lost, ${double} double`,
    )
  }
}

const lacksThread = ({ case: name, minority, atHome }: Told): boolean =>
  /^(post|thread|permalink)/.test(name) && minority === 0 && !atHome

describe('whatever Slack says', () => {
  it('a finished result is told, and told once', async () => {
    // All of them meet their error below, too; here some of each sort are enough.
    const told = await tellAll({ cases: CASES.filter((_, index) => index % 12 === 0) })
    expect(told.filter(({ fired }) => !fired)).toEqual([])
    printCounts(told)
    expect(told.filter((one) => !isTold(one))).toEqual([])
    expect(told.filter(lacksThread)).toEqual([])
  }, 240_000)

  // Every error that the program knows by its name, and every third of those that are all the same to it. Documents are
  // refused by errors that results meet, too: every third of theirs. All of them with REFUSALS=all.
  it.each([
    ['result', ({ call }: Case) => !OF_FILES.has(call), isKnown],
    ['document', ({ call }: Case) => OF_FILES.has(call), () => false],
  ] as const)(
    'a %s is also where the process dies with each refusal in its hands',
    async (_, isOf, always) => {
      const fired = new Set<string>()
      const died = new Set<string>()
      // A process that has died writes nothing more: its lease runs out, and somebody else goes on.
      const storeOf: Telling['storeOf'] = (store, endLease) => {
        const { outbox } = store
        const dyingAt =
          <Given extends [{ id: string }, ...unknown[]]>(write: (...given: Given) => Promise<void>) =>
          async (...given: Given): Promise<void> => {
            const [about] = given
            const run = 'run_id' in about ? String(about.run_id) : ''
            if (!fired.has(run) || died.has(run)) return write(...given)
            died.add(run)
            await endLease(about.id)
            throw new Error('killed by a test')
          }
        const writes = {
          postpone: dyingAt(outbox.postpone),
          redirect: dyingAt(outbox.redirect),
          repost: dyingAt(outbox.repost),
          hold: dyingAt(outbox.hold),
          noteProblem: dyingAt(outbox.noteProblem),
          giveUp: dyingAt(outbox.giveUp),
          markDelivered: dyingAt(outbox.markDelivered),
          savePayload: dyingAt(outbox.savePayload),
        }
        return { ...store, outbox: { ...outbox, ...writes } }
      }
      const isTried = (one: Case, index: number) => process.env.REFUSALS || always(one) || index % 3 === 0
      const told = await tellAll({ cases: CASES.filter(isOf).filter(isTried), storeOf, fired })
      expect(died.size).toBe(told.length)
      printCounts(told)
      expect(told.filter((one) => !isTold(one))).toEqual([])
      expect(told.filter(lacksThread)).toEqual([])
    },
    480_000,
  )
})
