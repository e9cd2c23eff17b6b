import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Command } from 'commander'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import { PersonaTemplate, setNameFrom } from '../../domain/personas/persona-set.js'
import { refuse } from '../../errors.js'
import { checkResearchFile, type ResearchFile } from '../../ingest/documents/read-research.js'
import { readInChildProcess } from '../../ingest/read-in-child-process.js'
import { parseInput } from '../../service/parse-input.js'
import { exportPerson } from '../../service/personas/export-person.js'
import { importPersonas } from '../../service/personas/import-personas.js'
import { exportPersonaSet, getPersonaSet, listPersonaSets } from '../../service/personas/persona-sets.js'
import { checkResearch } from '../../service/requests/persona-generation.js'
import { prepareInput } from '../../service/run/submit-run.js'
import { type CliDeps, type OpenedApp, runInApp } from '../commands.js'
import { printJson, stripTerminalControls } from '../io.js'
import { readJsonFile, readTextFile } from '../read-file.js'
import { createScreen, wrap } from '../screen.js'
import { personLines } from '../summary/personas.js'
import { writeOut } from '../write-out.js'
import { addDeletePersonas } from './delete-personas.js'
import { numeric } from './panel-options.js'
import { preview } from './preview-research.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions } from './submit-and-follow.js'

type GenerateOptions = SubmitOptions & {
  audience?: string
  name?: string
  count?: number
  diversity?: number
  template: string[]
  preview?: boolean
  seed?: number
}
type Options = { json?: boolean; name?: string; out?: string }

/** Largest import: a thousand people with their sources. */
const LARGEST_SET = { mb: 50, more: 'a persona set of a thousand people is far smaller' }
const TEMPLATE_FILES = ['.yaml', '.yml', '.json']

/** `personas generate | list | show | import | export | delete`. */
export function addPersonasCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const personas = program
    .command('personas')
    .description('sets of synthetic people made from your own research: generate, list, show, import, export, delete')
  const inApp = runInApp(deps, exit)
  const generate = personas
    .command('generate')
    .description('a set from research documents (.md .txt .html .pdf .docx), user records (.csv .json) or templates')
    .argument('[docs...]', 'files')
    .option(
      '--audience <text>',
      'in place of all of these: who the people are, in a sentence ("Gen Z shoppers in Germany"); they are made up, nobody is asked, and everything about them is assumed; offline only ages, countries, company sizes and a few occupations are read from it',
    )
    .option('--name <name>', 'what the set is called (default: the first file’s name)')
    .option('--count <number>', 'people in the set (default: 30)', numeric)
    .option(
      '--diversity <share>',
      '0: as common as in the research, 1: every level equally often (default: 0.8)',
      numeric,
    )
    .option(
      '--template <archetype|file>',
      'a built-in archetype or a file (.yaml, .json) to make people from; may be repeated',
      append,
      [],
    )
    .option('--seed <number>', 'same seed, same people (default: 1)', numeric)
    .option(
      '--preview',
      'show which personal data is recognised and taken out, and what would be stored; stores nothing',
    )
  addSubmitOptions(generate).action(async (docs: string[], options: GenerateOptions) => {
    exit(await generateSet(deps, docs, options))
  })
  personas
    .command('list')
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) => inApp((app) => list(deps, app, options)))
  personas
    .command('show <set> [persona]')
    .description('who is in a set (my-set, or my-set@2), or one person of it with every source')
    .option('--json', 'print one JSON document and nothing else')
    .action((set: string, persona: string | undefined, options: Options) =>
      inApp((app) => show(deps, app, set, persona, options)),
    )
  personas
    .command('import <file>')
    .description('save a set from a file that `personas export` wrote, or from a list of profiles')
    .option('--name <name>', 'what the set is called here')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (file: string, options: Options) => {
      const document = await readJsonFile(file, LARGEST_SET)
      await inApp(async (app) => {
        const saved = await importPersonas(app.local, { document, name: options.name })
        if (options.json) printJson(deps.io, saved)
        else
          deps.io.out(
            `Saved ${saved.size} synthetic people as ${saved.name}, version ${saved.version}.\n${warningsOf(saved)}`,
          )
      })
    })
  personas
    .command('export <set> [persona]')
    .description('write a set as one JSON document, or the profiles, passages and memories of one person of it, by id')
    .option('--out <file>', 'where to (default: standard output)')
    .action((set: string, persona_id: string | undefined, { out }: Options) =>
      inApp(async ({ local }) => {
        const document =
          persona_id === undefined
            ? await exportPersonaSet(local, { set })
            : await exportPerson(local, { set, persona_id })
        if (out === undefined) printJson(deps.io, document)
        else await writeOut(out, `${JSON.stringify(document, null, 2)}\n`)
      }),
    )
  addDeletePersonas(personas, deps, inApp)
}

const MAX_WARNINGS = 5

/** Warnings about imported people who contradict themselves; '' where there are none. */
function warningsOf({ contradictions }: Awaited<ReturnType<typeof importPersonas>>): string {
  const lines = contradictions
    .slice(0, MAX_WARNINGS)
    .map(({ id, why }) => `${id} contradicts itself: ${stripTerminalControls(why)}.`)
  const more = contradictions.length - lines.length
  if (more > 0) lines.push(`${more} more contradictions.`)
  return lines.map((line) => `${line}\n`).join('')
}

const append = (value: string, values: string[]): string[] => [...values, value]

async function generateSet(deps: CliDeps, docs: readonly string[], options: GenerateOptions): Promise<number> {
  const files = await readFiles(docs)
  const research = await checkResearch(files)
  if (options.preview) return preview(deps, research, options)
  const { templates, archetypes } = await readTemplates(options.template)
  const set = {
    name: options.name ?? nameFrom(research.names[0]?.stored ?? options.template[0] ?? options.audience ?? 'personas'),
    audience: options.audience,
    templates,
    archetypes,
    count: options.count,
    diversity: options.diversity,
    seed: options.seed,
  }
  // An invalid request is refused before the database is opened.
  const { documents, records } = research
  await prepareInput(await deps.pricing(), 'persona_generation', { ...set, documents, records })
  return prepareAndFollow(deps, 'persona_generation', { ...set, files, research }, options)
}

async function readFiles(docs: readonly string[]): Promise<ResearchFile[]> {
  const files: ResearchFile[] = []
  for (const path of docs) {
    const found = await stat(path).catch(() => null)
    if (!found) refuse(`There is no file ${path}.`)
    if (!found.isFile()) refuse(`${path} is a folder; name the files inside it.`)
    // The size is checked before a byte is read.
    checkResearchFile(basename(path), found.size)
    files.push({ name: basename(path), bytes: await readFile(path) })
  }
  return files
}

async function readTemplates(
  names: readonly string[],
): Promise<{ templates: PersonaTemplate[]; archetypes: string[] }> {
  const templates: PersonaTemplate[] = []
  const archetypes: string[] = []
  for (const name of names) {
    if (TEMPLATE_FILES.includes(extname(name).toLowerCase())) templates.push(...(await templatesIn(name)))
    else archetypes.push(name)
  }
  return { templates, archetypes }
}

/** Reads a file with one template, or with a list of them. */
async function templatesIn(path: string): Promise<PersonaTemplate[]> {
  const templates = await readInChildProcess('templates', path, await readTextFile(path), path)
  return templates.map((template) => parseInput(PersonaTemplate, template))
}

/** "Interviews (May).docx" → "interviews-may". */
const nameFrom = (file: string): string => setNameFrom(basename(file, extname(file))) ?? 'my-personas'

async function list({ io }: CliDeps, app: OpenedApp, options: Options): Promise<void> {
  const sets = await listPersonaSets(app.local)
  if (options.json) return printJson(io, sets)
  if (sets.length === 0)
    io.out('No persona sets yet. Try: pressure-test personas generate examples/research/clinic-rota-interviews.md\n')
  for (const { name, version, size, last_updated, origin } of sets) {
    const head = `${stripTerminalControls(name).padEnd(28)} version ${version}, ${size} synthetic people, ${last_updated.slice(0, 10)}`
    io.out(`${head}\n${wrap(stripTerminalControls(origin), Math.min(io.columns, 96), '  ')}\n`)
  }
}

async function show(
  { io }: CliDeps,
  app: OpenedApp,
  setName: string,
  persona: string | undefined,
  options: Options,
): Promise<void> {
  const set = await getPersonaSet(app.local, { set: setName })
  const person = persona === undefined ? null : findPerson(set.personas, persona, setName)
  if (options.json) return printJson(io, person ?? set)
  const screen = createScreen(io)
  const width = Math.min(io.columns, 96)
  if (person) return io.out(`${personLines(person, set.passages, { screen, width }).join('\n')}\n`)
  io.out(
    `${stripTerminalControls(set.name)}, version ${set.version}: ${set.personas.length} synthetic people\n${wrap(stripTerminalControls(set.origin), width)}\n\n`,
  )
  for (const { id, name, age, role, archetype, confidence_score } of set.personas) {
    io.out(
      `${wrap(`${id}  ${stripTerminalControls(name)}, ${age}: ${stripTerminalControls(role)} (${stripTerminalControls(archetype)}), confidence ${confidence_score.toFixed(2)}`, width, '  ')}\n`,
    )
  }
  if (set.run_id) io.out(`\nPage    pressure-test runs report ${set.run_id}\n`)
}

function findPerson(people: readonly PersonaProfile[], idOrName: string, set: string): PersonaProfile {
  const name = idOrName.trim().toLowerCase()
  const found = people.find(({ id }) => id === name) ?? people.find((person) => person.name.toLowerCase() === name)
  if (!found) refuse(`Nobody in ${set} is called "${idOrName}"; see: pressure-test personas show ${set}`)
  return found
}
