import { type Command, Option } from 'commander'
import { CATEGORIES, type Category } from '../../domain/personas/persona.js'
import { dollars } from '../../domain/text/dollars.js'
import { plural } from '../../domain/text/words.js'
import type { Project, ProjectChange, ProjectSummary } from '../../domain/workspace/project.js'
import { projectObjections } from '../../service/panel/versions.js'
import { listRuns } from '../../service/run/list-runs.js'
import {
  changeProject,
  createProject,
  deleteProject,
  findProject,
  listProjects,
} from '../../service/workspace/projects.js'
import { type CliDeps, EXIT, runInApp } from '../commands.js'
import { confirmed } from '../confirm.js'
import { printJson, stripTerminalControls } from '../io.js'
import { objectionsText } from '../summary/versions.js'
import { namesIn, numeric } from './panel-options.js'

type Options = {
  product?: string
  category?: Category
  panel?: string
  personas?: number
  budget?: number
  yes?: boolean
  json?: boolean
}

/** `projects create|change|list|show|delete`: a project holds what several runs share. */
export function addProjectsCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const { io } = deps
  const projects = program
    .command('projects')
    .description('product, category, panel and budget that several runs share: create, change, list, show, delete')
  const inApp = runInApp(deps, exit)
  const settingsOf = (name: string, description: string) =>
    projects
      .command(`${name} <name>`)
      .description(description)
      .option('--product <text>', 'product, price and audience: told to the panel, not scored')
      .addOption(new Option('--category <name>').choices(CATEGORIES))
      .option('--panel <names>', 'archetypes and persona sets, separated by commas')
      .option('--personas <number>', 'synthetic people on its panels', numeric)
      .option('--budget <usd>', 'what all its runs together may cost, in US dollars', numeric)
      .option('--json', 'print one JSON document and nothing else')
  const showSaved = (project: Project, options: Options) => {
    if (options.json) printJson(io, documentOf(project))
    else io.out(`${linesOf(project).join('\n')}\n`)
  }
  settingsOf('create', 'make a project; runs name it with --project').action((name: string, options: Options) =>
    inApp(async ({ local }) => showSaved(await createProject(local, { name, settings: given(options) }), options)),
  )
  settingsOf('change', 'change what is given, and leave the rest').action((name: string, options: Options) =>
    inApp(async ({ local }) => showSaved(await changeProject(local, { name, settings: given(options) }), options)),
  )
  projects
    .command('list')
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) =>
      inApp(async ({ local }) => {
        const list = await listProjects(local)
        if (options.json) return printJson(io, list.map(summaryOf))
        if (list.length === 0) io.out('No projects. Make one with: pressure-test projects create oat-drink\n')
        for (const project of list) io.out(`${lineOf(project)}\n`)
      }),
    )
  projects
    .command('show <name>')
    .option('--json', 'print one JSON document and nothing else')
    .action((name: string, options: Options) =>
      inApp(async ({ local }) => {
        const project = await findProject(local, name)
        const runs = await listRuns(local, { project: project.name, limit: 20 })
        const objections = await projectObjections(local, { name: project.name })
        if (options.json)
          return printJson(io, {
            ...documentOf(project),
            runs: runs.map(({ run_id, kind, status }) => ({ run_id, kind, status })),
            objections,
          })
        io.out(`${linesOf(project).join('\n')}\n`)
        for (const { run_id, created_at, kind, status } of runs)
          io.out(
            `${run_id}  ${created_at.toISOString().slice(0, 16).replace('T', ' ')}  ${status.padEnd(10)} ${kind}\n`,
          )
        io.out(objectionsText(objections))
      }),
    )
  projects
    .command('delete <name>')
    .description('delete a project; its runs stay, and belong to none')
    .option('--yes', 'without asking')
    .action((name: string, { yes }: Options) =>
      inApp(async ({ local }) => {
        await findProject(local, name)
        const what = `The project ${stripTerminalControls(name)} is deleted; its runs stay, and belong to none.`
        if (!(await confirmed(io, what, yes))) return EXIT.cancelled
        await deleteProject(local, { name })
        io.out('Deleted.\n')
        return EXIT.done
      }),
    )
}

function given({ product, category, panel, personas, budget }: Options): ProjectChange {
  const settings: ProjectChange = {}
  if (product !== undefined) settings.product = product
  if (category !== undefined) settings.category = category
  if (panel !== undefined) settings.panel = namesIn(panel)
  if (personas !== undefined) settings.personas = personas
  if (budget !== undefined) settings.budget_usd = budget
  return settings
}

const documentOf = ({ project_id: _, created_at, ...project }: Project) => ({
  ...project,
  created_at: created_at.toISOString(),
})
const summaryOf = ({ runs, committed_usd, ...project }: ProjectSummary) => ({
  ...documentOf(project),
  runs,
  committed_usd,
})

function linesOf({ name, product, category, panel, personas, budget_usd }: Project): string[] {
  return [
    stripTerminalControls(name),
    `  product   ${stripTerminalControls(product) || 'not said'}`,
    `  category  ${category ?? 'fmcg, as without a project'}`,
    `  panel     ${panel.map(stripTerminalControls).join(', ') || "the category's default panel"}${personas === null ? '' : `, ${personas} people`}`,
    `  budget    ${budget_usd === null ? 'none of its own' : dollars(budget_usd)}`,
  ]
}

function lineOf({ name, runs, committed_usd, budget_usd }: ProjectSummary): string {
  const of = budget_usd === null ? '' : ` of ${dollars(budget_usd)}`
  return `${stripTerminalControls(name).padEnd(24)} ${runs} ${plural(runs, 'run')}, ${dollars(committed_usd)}${of} spent`
}
