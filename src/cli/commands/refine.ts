import type { Command } from 'commander'
import type { CliDeps } from '../commands.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions } from './submit-and-follow.js'

export function addRefineCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('refine')
    .description('rewrite a tested proposition by what the test found, and test it with the same people')
    .argument('<run_id>', 'a finished pressure test')
  addSubmitOptions(command).action(async (run_id: string, options: SubmitOptions) =>
    exit(await prepareAndFollow(deps, 'refinement', { run_id }, options)),
  )
}
