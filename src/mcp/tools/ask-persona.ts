import { z } from 'zod'
import { MAX_QUESTION } from '../../domain/panel/ask.js'
import { runId } from '../define-tool.js'
import { defineRunTool } from '../submit-and-wait.js'

export const askPersonaTool = defineRunTool({
  name: 'ask_persona',
  title: 'Ask a respondent',
  description:
    'Asks one synthetic person of a finished pressure test, focus group or simulation a question; it remembers what it thought, said, heard and lived through. Use to understand an objection. 2 to 20 s, under a cent. Returns the answer.',
  readsRuns: true,
  kind: 'ask',
  input: {
    run_id: runId,
    persona: z.string().min(1).max(200).describe('Name or persona_id'),
    question: z.string().max(MAX_QUESTION).describe('In your own words'),
  },
  request: (input) => input,
})
