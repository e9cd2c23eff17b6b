import type { Button } from '@slack/types'
import type { RunDocument } from '../../domain/run-document.js'
import { ACTIONS } from './action-ids.js'
import { button } from './blocks.js'
import { kindWords } from './kinds.js'

/** Runs it once more with other settings; of kinds that have any. */
export const againButton = ({ run_id, kind }: Pick<RunDocument, 'run_id' | 'kind'>): Button | false =>
  kindWords(kind).settings !== null &&
  button({ label: 'Run again with…', action: ACTIONS.runAgain, ref: { run: run_id } })

/** Opens a test with the people of a new set. */
export const testWithButton = ({ run_id }: Pick<RunDocument, 'run_id'>): Button =>
  button({
    label: 'Test something with them',
    action: ACTIONS.newPressureTest,
    ref: { run: run_id },
    style: 'primary',
  })
