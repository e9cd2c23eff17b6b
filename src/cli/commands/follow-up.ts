import type { Command } from 'commander'
import { isAppError } from '../../errors.js'
import { type CliDeps, EXIT } from '../commands.js'
import { printJson } from '../io.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions } from './submit-and-follow.js'

/** Refines a run; that there is nothing to mend is an answer, too. Resolves with the exit code. */
async function refineRun(deps: CliDeps, run_id: string, options: SubmitOptions): Promise<number> {
  try {
    return await prepareAndFollow(deps, 'refinement', { run_id }, options)
  } catch (error) {
    if (!isAppError(error, 'nothing_to_mend')) throw error
    if (options.json) printJson(deps.io, { run_id, kind: 'refinement', status: 'not_started', sentence: error.message })
    else deps.io.out(`${error.message}\n`)
    return EXIT.done
  }
}

/** `refine` and `ask`, which continue from a finished run. */
export function addFollowUpCommands(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const refine = program
    .command('refine')
    .description('rewrite a tested proposition by what the test found, and test it with the same people')
    .argument('<run_id>', 'a finished pressure test')
  addSubmitOptions(refine).action(async (run_id: string, options: SubmitOptions) =>
    exit(await refineRun(deps, run_id, options)),
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
