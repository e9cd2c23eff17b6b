import { whyMissing } from '../../domain/panel/analysis.js'
import type { PanelRun } from '../../domain/run/run-document.js'
import { type Cell, csvOf } from '../../domain/text/csv.js'
import type { Context } from '../context.js'
import { noteExport } from '../workspace/note-export.js'
import { finishedRun } from './finished-run.js'

/** Tables that a pressure test or focus group can be exported as. */
export const RUN_TABLES = ['answers', 'findings', 'desk'] as const
export type RunTable = (typeof RUN_TABLES)[number]

type Result = PanelRun['result']

/**
 * A table of a finished pressure test or focus group as CSV, safe from formula injection; every row holds the run id
 * and states that people are synthetic. Errors: `not_found`, `conflict`, `invalid_input` (a run of another kind).
 */
export async function exportTable(
  ctx: Context,
  { run_id, table }: { readonly run_id: string; readonly table: RunTable },
): Promise<string> {
  const { run, result } = await finishedRun(ctx, run_id, ['pressure_test', 'focus_group'], 'a table of it')
  const played = run.model.mode === 'offline' ? 'synthetic, offline rehearsal' : 'synthetic'
  const csvTable = table === 'desk' ? await deskOf(ctx, run.run_id, result) : TABLES[table](result)
  await noteExport(ctx, 'run.exported', run.run_id)
  return csvOf(
    ['run_id', 'people', ...csvTable.heads],
    csvTable.rows.map((row) => [run.run_id, played, ...row]),
  )
}

type CsvTable = { readonly heads: readonly string[]; readonly rows: readonly (readonly Cell[])[] }

const ANSWER_TEXTS = [
  'gut_reaction',
  'gut_sentiment',
  'considered_response',
  'considered_sentiment',
  'social_response',
  'private_thoughts',
  'purchase_statement',
  'action_threshold',
  'memory_influence_notes',
] as const

const TABLES = {
  answers: ({ responses }: Result): CsvTable => ({
    heads: [
      'persona_id',
      'persona_name',
      'archetype',
      ...ANSWER_TEXTS,
      'purchase_intent',
      'friction_points',
      'key_quotes',
    ],
    rows: responses.map((response) => [
      response.persona_id,
      response.persona_name,
      response.archetype,
      ...ANSWER_TEXTS.map((text) => response[text]),
      response.purchase_intent,
      response.friction_points.join('\n'),
      response.key_quotes.join('\n'),
    ]),
  }),
  findings: ({ analysis, analysis_missing: missing }: Result): CsvTable => ({
    heads: ['kind', 'finding', 'weight', 'what_to_do', 'quotes'],
    rows: analysis ? findingsOf(analysis) : [['not_made', missingWords(missing), '', '', '']],
  }),
}

const missingWords = (missing: Result['analysis_missing']): string =>
  `The analysis is missing${missing ? `: ${whyMissing(missing)}` : ''}.`

type Analysis = NonNullable<Result['analysis']>
const quotesOf = ({
  evidence,
}: {
  readonly evidence: readonly { readonly persona_id: string; readonly quote: string }[]
}) => evidence.map(({ persona_id, quote }) => `${persona_id}: ${quote}`).join('\n')

const findingsOf = (analysis: Analysis): Cell[][] => [
  ...analysis.key_weaknesses.map((weakness) => [
    'weakness',
    weakness.weakness,
    weakness.severity,
    '',
    quotesOf(weakness),
  ]),
  ...analysis.credibility_gaps.map((gap) => [
    'credibility_gap',
    `${gap.claim}: ${gap.issue}`,
    '',
    gap.fix_suggestion,
    quotesOf(gap),
  ]),
  ...analysis.friction_points.map((friction) => [
    'friction_point',
    friction.barrier,
    friction.severity,
    '',
    quotesOf(friction),
  ]),
  ...analysis.competitive_vulnerabilities.map((vulnerability) => [
    'vulnerability',
    vulnerability.vulnerability,
    '',
    vulnerability.attack_angle,
    quotesOf(vulnerability),
  ]),
  ...analysis.recommended_refinements.map((refinement) => [
    'refinement',
    refinement.addresses,
    refinement.priority,
    refinement.recommendation,
    quotesOf(refinement),
  ]),
]

/** Suppressed views with the latest action on each, then unclear views, which take no actions. */
async function deskOf(ctx: Context, run_id: string, { minority_report }: Result): Promise<CsvTable> {
  const actions = new Map((await ctx.store.reviews.ofRun(ctx.actor, run_id)).map((row) => [row.view_id, row]))
  const views = minority_report?.suppressed_views ?? []
  // Results of earlier versions have no unclear views.
  const unclear = minority_report?.unclear_views ?? []
  return {
    heads: [
      'view_id',
      'view',
      'side',
      'why_unheard',
      'holders',
      'strength',
      'quotes',
      'mark',
      'by',
      'assignee',
      'due',
      'reason',
      'link',
      'at',
    ],
    rows: [
      ...views.map((view, index) => {
        const view_id = `v${index + 1}`
        const mark = actions.get(view_id)
        return [
          ...viewCells(view_id, view, view.why_unheard),
          mark?.action ?? 'open',
          mark?.by ?? '',
          mark?.assignee ?? '',
          mark?.due ?? '',
          mark?.reason ?? '',
          mark?.link ?? '',
          mark?.at.toISOString() ?? '',
        ]
      }),
      ...unclear.map((view) => [...viewCells('', view, 'unclear'), ...Array<Cell>(7).fill('')]),
    ],
  }
}

type View = Pick<NonNullable<Result['minority_report']>['unclear_views'][number], 'view' | 'side' | 'holders'>

const viewCells = (view_id: string, { view, side, holders }: View, why_unheard: string): Cell[] => [
  view_id,
  view,
  side ?? '',
  why_unheard,
  holders.map(({ persona_id }) => persona_id).join('\n'),
  Math.max(0, ...holders.map(({ strength }) => strength)),
  holders.map(({ persona_id, quote }) => `${persona_id}: ${quote}`).join('\n'),
]
