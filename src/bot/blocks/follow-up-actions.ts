import type { Button } from '@slack/types'
import type { RunDocument, RunWithResult } from '../../domain/run/run-document.js'
import { lowerFirst } from '../../domain/text/words.js'
import type { Missing } from '../../presentation/missing-analysis.js'
import { ACTIONS } from './action-ids.js'
import { bold, button, type MessageScale, paragraph, words } from './blocks.js'
import { kindWords } from './kinds.js'
import { line } from './text.js'

/** Repeats a run with other settings; false for a kind without settings. */
export const againButton = ({ run_id, kind }: Pick<RunDocument, 'run_id' | 'kind'>): Button | false =>
  kindWords(kind).settings !== null &&
  button({ label: 'Run again with…', action: ACTIONS.runAgain, payload: { run: run_id } })

/** Opens the form of a test with the people of a new set. */
export const testWithButton = ({ run_id }: Pick<RunDocument, 'run_id'>): Button =>
  button({
    label: 'Test something with them',
    action: ACTIONS.newPressureTest,
    payload: { run: run_id },
    style: 'primary',
  })

const LABEL = 'Get the analysis'

/** Why a test has no analysis, which results stand, what is missing, and what the retry costs. */
export const missingParagraphs = ({ why, stands, lacks, price, failed }: Missing, scale: MessageScale) => [
  paragraph(bold('The analysis is missing. '), words(line(why, Math.max(40, 200 * scale.words)))),
  paragraph(bold('What stands: '), words(lowerFirst(stands))),
  paragraph(bold('What is missing: '), words(lowerFirst(lacks))),
  paragraph(words(`“${LABEL}” buys only that${price}; everything else is kept.`)),
  failed !== '' && paragraph(words(line(failed, 300 * scale.words))),
]

/** Retries what a completed run lacks; false for a run that lacks nothing. */
export const analysisButton = ({ run_id, retry }: Pick<RunDocument, 'run_id' | 'retry'>): Button | false =>
  retry !== undefined && button({ label: LABEL, action: ACTIONS.retryRun, payload: { run: run_id }, style: 'primary' })

/** Applies the recommended fixes and tests again; only for a test whose analysis recommends any. */
export const refineButton = (run: RunWithResult): Button | false =>
  run.kind === 'pressure_test' &&
  (run.result.analysis?.recommended_refinements.length ?? 0) > 0 &&
  button({
    label: 'Apply the fixes and re-test',
    action: ACTIONS.refineRun,
    payload: { run: run.run_id },
    style: 'primary',
  })
