import { hasEnded } from '../domain/run/run.js'
import type { Run } from '../domain/run/run-state.js'
import { refuse } from '../errors.js'
import { followRun, runEvents } from '../service/run/follow-run.js'
import { findRun } from '../service/run/get-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { defineRoute } from './route.js'

export const followRunRoute = defineRoute({
  method: 'get',
  path: '/runs/{id}/events',
  scope: 'read',
  id: 'followRun',
  tag: 'Runs',
  summary:
    'What happens in a run, as server-sent events: `stage`, `respondent_answered`, `turn` and others with their number as id, `state` when it is queued, paused or goes on, and `end` with the run. Ends with the run; any process of the server can go on after `Last-Event-ID`. Whoever has everything of an ended run gets 204.',
  headers: { 'Last-Event-ID': 'The id of the last event that arrived.' },
  answers: { 200: { type: 'text/event-stream' }, 204: null },
  fails: ['invalid_input', 'too_many_requests'],
  async handle({ ctx, params, request, server }) {
    const { after, sawEnd } = lastEventOf(request.headers.get('last-event-id'))
    const run = await findRun(ctx, params.id)
    const { run_id } = run
    if (after > 0 && (await runEvents(ctx, { run_id, after: after - 1 }))[0]?.seq !== after) refuse(NOT_OURS)
    // A run that has not ended cannot have sent its end, unless it was reopened.
    if (sawEnd && !hasEnded(run) && run.started_at !== null && run.generation === 0) refuse(NOT_OURS)
    if (sawEnd && hasEnded(run) && (await runEvents(ctx, { run_id, after })).length === 0)
      return new Response(null, { status: 204 })
    return server.streams.answer(ctx.actor.workspace_id, (signal) => framesOf(ctx, { run_id, after, signal }))
  },
})

const NOT_OURS = 'That Last-Event-ID is none of this run; leave it out.'

/** Reads `Last-Event-ID`. `12`: the twelfth event; `12.end`: the end after it. Errors: `invalid_input`. */
function lastEventOf(id: string | null): { after: number; sawEnd: boolean } {
  if (id === null || id === '') return { after: 0, sawEnd: false }
  const [, seq, end] = /^(\d{1,9})(\.end)?$/.exec(id) ?? refuse(NOT_OURS)
  return { after: Number(seq), sawEnd: end !== undefined }
}

async function* framesOf(
  ctx: SurfaceContext,
  from: { run_id: string; after: number; signal: AbortSignal },
): AsyncGenerator<string> {
  let { after } = from
  let last: Run | null = null
  yield 'retry: 2000\n\n'
  for await (const { run, events } of followRun(ctx, from)) {
    for (const event of events) {
      after = event.seq
      yield frame(event.type, event, String(after))
    }
    if (!hasEnded(run)) yield frame('state', stateOf(run), null)
    last = run
  }
  if (last && hasEnded(last)) yield frame('end', stateOf(last), `${after}.end`)
}

const stateOf = ({ run_id, status, reason }: Run) => ({ run_id, status, error: reason })

const frame = (event: string, data: unknown, id: string | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
