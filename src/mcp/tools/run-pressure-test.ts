import { z } from 'zod'
import { AssayMode } from '../../domain/panel/assay.js'
import { FocusGroupMode, MAX_PANELS } from '../../domain/panel/pressure-test.js'
import { MAX_STIMULUS } from '../../domain/panel/stimulus.js'
import { attachments, rawStimulusOf } from '../attachments.js'
import { defineRunTool, panelOptions } from '../submit-and-wait.js'

export const runPressureTestTool = defineRunTool({
  name: 'run_pressure_test',
  title: 'Pressure-test a proposition',
  description:
    'Puts a concept, claim, ad, pitch or product text before a panel of skeptical synthetic people and says what broke. Use before something is published. Takes 10 s to 3 min; dry_run tells the cost first. Returns scores with intervals, how far to trust them, findings with quotes, views nobody heard; or a run_id for get_run.',
  app: true,
  kind: 'pressure_test',
  input: {
    proposition: z.string().max(MAX_STIMULUS).describe('Whole text, link or upload:<id>').optional(),
    attachments: attachments.optional(),
    ...panelOptions,
    focus_group: FocusGroupMode.describe('Discussion, default live').optional(),
    assay: AssayMode.describe('Test of the panel itself').optional(),
    stability: z.int().min(0).max(MAX_PANELS).describe('Panels to rebuild: 0, or 2 and more').optional(),
  },
  request: async ({ proposition = '', attachments, ...panel }, call) => ({
    ...(await rawStimulusOf(call, proposition, attachments)),
    ...panel,
  }),
})
