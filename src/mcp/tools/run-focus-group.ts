import { z } from 'zod'
import { MAX_STIMULUS } from '../../domain/panel/stimulus.js'
import { attachments, rawStimulusOf } from '../attachments.js'
import { defineRunTool, panelOptions } from '../submit-and-wait.js'

export const runFocusGroupTool = defineRunTool({
  name: 'run_focus_group',
  title: 'Hold a focus group',
  description:
    'A moderated discussion of synthetic people about a subject, topic by topic, with secret ballots before and after. Use for open questions; run_pressure_test for a finished text. 30 s to 5 min. Returns as run_pressure_test, with the transcript in get_run.',
  app: true,
  kind: 'focus_group',
  input: {
    subject: z.string().max(MAX_STIMULUS).describe('What it is about'),
    topics: z.array(z.string().max(500)).min(1).max(10).describe('In order'),
    attachments: attachments.optional(),
    ...panelOptions,
  },
  request: async ({ subject, attachments, ...rest }, call) => ({
    ...(await rawStimulusOf(call, subject, attachments)),
    ...rest,
  }),
})
