import type { Command } from 'commander'
import type { CliDeps } from '../commands.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions } from './submit-and-follow.js'

export function addAskCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('ask')
    .description('go on talking to a synthetic respondent, who remembers the test')
    .argument('<run_id>', 'a finished pressure test or focus group')
    .argument('<persona>', 'name or persona id')
    .argument('<question>', 'what you would like to know')
  addSubmitOptions(command).action(async (run_id: string, persona: string, question: string, options: SubmitOptions) =>
    exit(await prepareAndFollow(deps, 'ask', { run_id, persona, question }, options)),
  )
}
