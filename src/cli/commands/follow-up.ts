import type { Command } from 'commander'
import type { CliDeps } from '../commands.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions } from './submit-and-follow.js'

/** `refine` and `ask`, which continue from a finished run. */
export function addFollowUpCommands(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const refine = program
    .command('refine')
    .description('rewrite a tested proposition by what the test found, and test it with the same people')
    .argument('<run_id>', 'a finished pressure test')
  addSubmitOptions(refine).action(async (run_id: string, options: SubmitOptions) =>
    exit(await prepareAndFollow(deps, 'refinement', { run_id }, options)),
  )
  const ask = program
    .command('ask')
    .description('go on talking to a synthetic person, who remembers the test, or their weeks with a product')
    .argument('<run_id>', 'a finished pressure test, focus group or simulation')
    .argument('<persona>', 'name or persona id')
    .argument('<question>', 'what you would like to know')
  addSubmitOptions(ask).action(async (run_id: string, persona: string, question: string, options: SubmitOptions) =>
    exit(await prepareAndFollow(deps, 'ask', { run_id, persona, question }, options)),
  )
}
