import { Command, CommanderError } from 'commander'
import { clean } from '../presentation/clean.js'
import { addAgentsCommand } from './commands/agents.js'
import { addCompareCommand } from './commands/compare.js'
import { addEvaluateCommand } from './commands/evaluate.js'
import { addFocusGroupCommand } from './commands/focus-group.js'
import { addFollowUpCommands } from './commands/follow-up.js'
import { addOutcomeCommand } from './commands/outcome.js'
import { addPersonasCommand } from './commands/personas.js'
import { addProjectsCommand } from './commands/projects.js'
import { addRunCommand } from './commands/run.js'
import { addRunsCommand } from './commands/runs.js'
import { addServiceCommands } from './commands/service-commands.js'
import { addSimulateCommand } from './commands/simulate.js'
import { addTokenCommand } from './commands/token.js'
import { addWorkspaceCommand } from './commands/workspace.js'
import { type CliDeps, EXIT } from './commands.js'

/** Full name of a subcommand, such as `runs show`. */
const commandName = (command: Command): string =>
  command.parent?.parent ? `${commandName(command.parent)} ${command.name()}` : command.name()

/** The command line. `parse` resolves with an exit code where commander itself ends it (help, wrong usage). */
export function createProgram(
  deps: CliDeps,
  exit: (code: number) => void,
): { parse(args: string[]): Promise<number | null> } {
  const program = new Command('pressure-test')
    .description('Puts a proposition before a panel of synthetic people and reports honestly what broke.')
    .version(deps.version)
    .showHelpAfterError('(--help shows what is possible)')
    .configureOutput({ writeOut: deps.io.out, writeErr: (text) => deps.io.err(`${clean(text)}\n`) })
    .exitOverride()
    .hook('preAction', (_, action) => deps.begins(commandName(action)))
  addRunCommand(program, deps, exit)
  addFocusGroupCommand(program, deps, exit)
  addCompareCommand(program, deps, exit)
  addFollowUpCommands(program, deps, exit)
  addEvaluateCommand(program, deps, exit)
  addSimulateCommand(program, deps, exit)
  addAgentsCommand(program, deps, exit)
  addPersonasCommand(program, deps, exit)
  addOutcomeCommand(program, deps, exit)
  addProjectsCommand(program, deps, exit)
  addRunsCommand(program, deps, exit)
  addTokenCommand(program, deps, exit)
  addWorkspaceCommand(program, deps, exit)
  addServiceCommands(program, deps, exit)
  return {
    async parse(args) {
      try {
        await program.parseAsync(args, { from: 'user' })
        return null
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error
        return error.exitCode === 0 ? EXIT.done : EXIT.usage
      }
    },
  }
}
