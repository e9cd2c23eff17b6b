import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { CATEGORIES } from '../domain/persona.js'
import { listRuns } from '../service/list-runs.js'
import type { ContextSource } from './define-tool.js'

const said = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})

/** What a person can pick from their client's menu. */
export function registerPrompts(server: McpServer, deps: ContextSource): void {
  server.registerPrompt(
    'pressure_test_copy',
    {
      title: 'Pressure-test this copy',
      description: 'Runs a pressure test of a text and reports it honestly, the unheard views first.',
      argsSchema: z.object({
        text: z.string().describe('The proposition, ad or pitch'),
        category: completable(z.enum(CATEGORIES).optional(), (start) =>
          CATEGORIES.filter((one) => one.startsWith(String(start ?? ''))),
        ),
      }),
    },
    ({ text, category }) =>
      said(
        `Pressure-test the copy below with run_pressure_test${category ? ` (category ${category})` : ''}. Call it with dry_run first and tell me the price if it is more than nothing. When it is completed, call get_minority_report. Then tell me, in this order: what nobody in the room would say aloud and who held it; the pressure score with its interval and how far to trust it; the three worst findings, each with a quote; what to change first. Say that the people are synthetic.\n\nThe copy:\n\n${text}`,
      ),
  )
  server.registerPrompt(
    'review_minority_report',
    {
      title: 'Review a minority report',
      description: 'Reads what a panel held back, asks its holders, and says what it means for the proposition.',
      argsSchema: z.object({ run_id: completable(z.string(), (start) => runIds(deps, start)) }),
    },
    ({ run_id }) =>
      said(
        `Call get_minority_report for run ${run_id}. For the strongest suppressed view, ask its holder with ask_persona what would change their mind. Then tell me: the view in their words, why the room did not hear it, whether it would sink the proposition if it were true, and the smallest change that answers it. These are synthetic people; say how far their answers can be trusted.`,
      ),
  )
}

const MAX_IDS = 50

/** Ids of the newest runs that begin with what was typed. */
export async function runIds({ context }: ContextSource, start: string): Promise<string[]> {
  const runs = await listRuns(await context(), { limit: MAX_IDS })
  return runs.map(({ run_id }) => run_id).filter((id) => id.startsWith(start))
}
