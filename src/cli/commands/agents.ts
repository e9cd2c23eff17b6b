import type { Command } from 'commander'
import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import type { RegisteredAgent } from '../../domain/evaluation/registered-agent.js'
import { formatInterval, formatScore } from '../../domain/text/format-score.js'
import { plural } from '../../domain/text/words.js'
import { readInChildProcess } from '../../ingest/read-in-child-process.js'
import { VERDICTS } from '../../presentation/evaluation/outcomes.js'
import { deleteAgent, getAgent, listAgents } from '../../service/evaluation/agents.js'
import { markConversations } from '../../service/evaluation/mark-conversations.js'
import { type CliDeps, EXIT, runInApp } from '../commands.js'
import { confirmed } from '../confirm.js'
import { printJson, stripTerminalControls } from '../io.js'
import { readTextFile } from '../read-file.js'
import { printSkipped } from './evaluate.js'

type Options = { json?: boolean; skipInvalid?: boolean; yes?: boolean }

/** `agents list|show|mark|delete`: evaluated versions, their history, and people's marks. */
export function addAgentsCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const agents = program.command('agents').description('agents that were evaluated: list, show, mark, delete')
  const { io } = deps
  const inApp = runInApp(deps, exit)
  agents
    .command('list')
    .description('every version with its last verdict')
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) =>
      inApp(async (app) => {
        const versions = await listAgents(app.local)
        if (options.json) printJson(io, versions)
        else if (versions.length === 0)
          io.out('No agents yet. Try: pressure-test evaluate examples/agents/good-sdr.yaml\n')
        else for (const version of versions) io.out(`${versionLine(version)}\n`)
      }),
    )
  agents
    .command('show <agent_version_id>')
    .description('one version, with the scores of all versions of its agent')
    .option('--json', 'print one JSON document and nothing else')
    .action((agent_version_id: string, options: Options) =>
      inApp(async (app) => {
        const agent = await getAgent(app.local, { agent_version_id })
        if (options.json) return printJson(io, agent)
        io.out(`${versionLine(agent.version)}\n`)
        if (agent.version.test_report_url) io.out(`Report  ${agent.version.test_report_url}\n`)
        for (const score of agent.history) io.out(`  ${scoreLine(score)}\n`)
      }),
    )
  agents
    .command('mark <run_id> <marks>')
    .description('keep people’s marks of an evaluation’s conversations (.csv, .jsonl): what the judge is held against')
    .option('--skip-invalid', 'leave out rows that cannot be read, and list them')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (run_id: string, path: string, { skipInvalid, ...options }: Options) => {
      const reading = { name: path, skip_invalid: skipInvalid ?? false }
      const { marks, skipped } = await readInChildProcess('marks', path, await readTextFile(path), reading)
      printSkipped(deps, path, skipped)
      await inApp(async (app) => {
        const kept = await markConversations(app.local, { run_id, marks })
        if (options.json) printJson(io, kept)
        else
          io.out(
            `${kept.kept} ${plural(kept.kept, 'mark')} kept. ${stripTerminalControls(kept.judge_trust.sentence)}\n`,
          )
      })
    })
  agents
    .command('delete <agent_version_id>')
    .description('delete a version with its scores; runs that evaluated it keep their own copy')
    .option('--yes', 'without asking')
    .action((agent_version_id: string, { yes }: Options) =>
      inApp(async ({ local }) => {
        const { version } = await getAgent(local, { agent_version_id })
        const what = `${stripTerminalControls(version.agent.agent_version_id)} is deleted with its prompts, its scores and drafts with it. Runs that evaluated it keep their own copy; \`runs delete\` deletes those.`
        if (!(await confirmed(io, what, yes))) return EXIT.cancelled
        await deleteAgent(local, { agent_version_id })
        io.out('Deleted.\n')
        return EXIT.done
      }),
    )
}

const versionLine = ({ agent, status, last_test_score, offline }: RegisteredAgent): string =>
  [
    stripTerminalControls(agent.agent_version_id),
    stripTerminalControls(`${agent.name} ${agent.version}`),
    VERDICTS[status].word.toLowerCase(),
    last_test_score === null ? '' : `${formatScore(last_test_score)} of 10`,
    offline ? '(offline model)' : '',
  ]
    .filter((part) => part !== '')
    .join('  ')

const scoreLine = ({ tested_at, version, overall_score, interval, status, offline, run_id }: AgentScore): string =>
  [
    tested_at.slice(0, 16).replace('T', ' '),
    stripTerminalControls(version),
    overall_score === null ? 'no score' : formatScore(overall_score),
    interval ? `(${formatInterval(interval)})` : '',
    VERDICTS[status].word.toLowerCase(),
    offline ? '(offline model)' : '',
    run_id,
  ]
    .filter((part) => part !== '')
    .join('  ')
