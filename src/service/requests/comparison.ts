import type { z } from 'zod'
import { type ComparisonInput, LABELS } from '../../domain/panel/comparison.js'
import type { PressureTestInput } from '../../domain/panel/pressure-test.js'
import { requireReadingRuns } from '../../domain/workspace/token-scopes.js'
import type { Context } from '../context.js'
import { type FinishedRun, finishedRun } from '../run/finished-run.js'
import { withPanelPeople } from './panel-people.js'
import type { Attachment } from './read-pieces.js'

/** A proposition to compare: its text, or the run id of the pressure test that tested it. */
export type Proposition =
  | { readonly name: string; readonly stimulus: string; readonly attachments?: readonly Attachment[] | undefined }
  | { readonly run_id: string }

/**
 * Two to five propositions for one panel. Panel settings that are not given are those of the first test that is named.
 */
export type ComparisonRequest = Omit<z.input<typeof ComparisonInput>, 'propositions' | 'panel_note'> & {
  readonly propositions: readonly Proposition[]
}

type Named = { readonly label: string; readonly test: PressureTestInput }

/** Replaces every run id by its proposition. Errors: `not_found`, `conflict` (a named run is not completed). */
export async function resolveComparison(
  ctx: Context,
  { propositions, ...asked }: ComparisonRequest,
): Promise<z.input<typeof ComparisonInput>> {
  const found = await Promise.all(
    propositions.map(async (proposition, index) => {
      if (!('run_id' in proposition)) return { proposition, named: [] }
      const { run_id } = proposition
      requireReadingRuns(ctx.grant)
      const finished = await finishedRun(ctx, run_id, ['pressure_test'], 'compare')
      const named: Named[] = [{ label: LABELS[index] ?? `${index + 1}`, test: finished.input }]
      const name = `run ${run_id.slice(0, 8)}`
      return { proposition: { name, of_test: true, ...(await shownIn(ctx, finished)) }, named }
    }),
  )
  const [first, ...others] = found.flatMap(({ named }) => named)
  return withPanelPeople(ctx, {
    ...(first ? asTested(asked, first, others) : asked),
    propositions: found.map(({ proposition }) => proposition),
  })
}

/**
 * What the people of a test were shown. A text with pictures is used as before they were read, so that they are shown
 * again.
 */
async function shownIn(ctx: Context, { run, input, result }: FinishedRun<'pressure_test'>) {
  if (!input.pictures) return { stimulus: result.stimulus }
  const { pictures } = (await ctx.store.runs.withPictures(run)).input as PressureTestInput
  return { stimulus: input.stimulus, pictures }
}

type Asked = Omit<ComparisonRequest, 'propositions'>

/** The request with all missing panel settings from the first named test, and a sentence that states so. */
function asTested(asked: Asked, { label, test }: Named, others: readonly Named[]): Asked & { panel_note: string } {
  const { category = test.category, skepticism = test.skepticism, about = test.about } = asked
  const panel_note = [ownSentence(asked, label, test), ...others.map((other) => otherSentence(test, other))]
  return {
    ...asked,
    category,
    skepticism,
    about,
    ...(asked.panel === undefined ? seatsOf(asked, test) : {}),
    panel_note: panel_note.filter(Boolean).join(' '),
  }
}

const seatsOf = ({ personas, seed, intent }: Asked, test: PressureTestInput) => ({
  panel: test.panel,
  people: test.people,
  personas: personas ?? test.personas,
  seed: seed ?? test.seed,
  intent: intent ?? test.intent,
})

/** "The panel, the category (fmcg) and the skepticism (high) are those of the test of A." */
function ownSentence({ panel, category, skepticism }: Asked, label: string, test: PressureTestInput): string {
  const own: string[] = []
  if (panel === undefined) own.push('the panel')
  if (category === undefined) own.push(`the category (${test.category})`)
  if (skepticism === undefined) own.push(`the skepticism (${test.skepticism})`)
  if (own.length === 0) return ''
  const last = own.pop()
  const list = own.length > 0 ? `${own.join(', ')} and ${last}` : `${last}`
  return `T${list.slice(1)} ${own.length > 0 ? 'are those' : 'is that'} of the test of ${label}.`
}

/** A name on another panel may belong to another person. */
function otherSentence(test: PressureTestInput, { label, test: other }: Named): string {
  if (panelKey(other) === panelKey(test)) return ''
  return `${label} was tested with another panel; people of the same name there are other people.`
}

const panelKey = ({ panel, people, category, skepticism, personas, seed }: PressureTestInput): string =>
  JSON.stringify([panel, people?.sets, category, skepticism, personas, seed])
