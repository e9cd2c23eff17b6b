import { z } from 'zod'
import { OutcomeInput } from '../../domain/panel/outcome.js'
import { trackRecordView, verdictOf } from '../../presentation/track-record.js'
import { recordOutcome } from '../../service/panel/outcomes.js'
import { defineTool, runId } from '../define-tool.js'
import { replyOf } from '../reply.js'
import { rowOf } from '../view/rows.js'

const { what, result } = OutcomeInput.shape
const label = z.string().max(40).optional()

export const recordOutcomeTool = defineTool({
  name: 'record_outcome',
  scope: 'write',
  title: 'Record what happened',
  description:
    'Records what happened with real people after a run, beside its frozen prediction; returns the track record. Free; cannot be taken back. Use only with facts the person gave.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    run_id: runId,
    what: what.describe('Kind of evidence'),
    winner: label.describe('A…E, before/after, this/other, none'),
    loser: label.describe('Of more than two'),
    against: runId.describe('Other run').optional(),
    answers: z.array(z.int().min(0)).length(5).describe('Survey counts, would not buy first').optional(),
    result: result.describe('Of one text'),
    note: z.string().max(1_000).describe('Where to look it up').optional(),
  }),
  async run({ ctx }, { run_id, ...outcome }) {
    const { outcome: row, record } = await recordOutcome(ctx, { run_id, outcome })
    const { sentence, caution, skill, aside, rows } = trackRecordView(record)
    return replyOf({
      run_id,
      headline: `Predicted: ${row.predicted}. Happened: ${row.happened}. So: ${verdictOf(row)}.`.replace(/\.+$/u, '.'),
      section: {
        name: 'runs',
        about: [sentence, caution, skill, aside].filter((part) => part !== '').join(' '),
        page: 1,
        pages: 1,
        rows: rows.map(({ verdict, predicted, happened, ...facts }) =>
          rowOf({ title: verdict, facts, text: `Predicted ${predicted}; ${happened}.` }),
        ),
      },
    })
  },
})
