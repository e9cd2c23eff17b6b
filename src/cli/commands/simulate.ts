import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { type Command, Option } from 'commander'
import { NETWORKS } from '../../domain/simulation/simulation.js'
import { refuse } from '../../errors.js'
import { readInChildProcess } from '../../ingest/read-in-child-process.js'
import type { CliDeps } from '../commands.js'
import { readTextFile } from '../read-file.js'
import { draftProduct } from './draft-product.js'
import { numeric } from './panel-options.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type SimulateOptions = SubmitOptions & {
  personas?: string
  panel?: string
  sessions?: number
  state?: string
  network: (typeof NETWORKS)[number]
  seed?: number
  draft?: boolean
  out?: string
  force?: boolean
  pilot?: number
  fallback?: 'offline'
  maxParallel?: number
}

export function addSimulateCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('simulate')
    .description(
      'synthetic users live with a product for some weeks: who stays, what frustrates them, what to mend first',
    )
    .argument(
      '<product>',
      'a product file (.yaml or .json; two worked ones are in examples/products), a configuration that names a product by its id, or the id of one that was simulated before; with --draft: what it is drafted from',
    )
    .option('--personas <number|set>', 'how many people (default: 100), or the persona set they come from')
    .option('--panel <names>', 'archetypes and persona sets, separated by commas (default: every built-in archetype)')
    .option('--sessions <days>', 'for how many days, 1 to 90 (default: 30)', numeric)
    .option('--state <name>', 'the state of the product that they meet (default: its first)')
    .addOption(
      new Option('--network <kind>', 'whom invitations reach: nobody, or people in a small_world or scale_free network')
        .choices(NETWORKS)
        .default('none'),
    )
    .option(
      '--draft',
      'write a product file from a page, a link, a specification (.md .txt .pdf .docx) or a funnel (.csv), and run nothing',
    )
    .option('-o, --out <file>', 'where the draft goes (default: <name>.product.yaml)')
    .option('--force', 'write it over a file that is there')
    .option('--seed <number>', 'same seed, same people and luck (default: 1)', numeric)
    .option('--pilot <number>', 'only the first so many of the people, to see whether their plans make sense', numeric)
    .addOption(
      new Option(
        '--fallback <how>',
        'what plans a session for which the model gives no plan: offline, labelled and counted (default: the run pauses)',
      ).choices(['offline']),
    )
    .option('--max-parallel <number>', 'most questions to the model at once, by one worker', numeric)
  addSubmitOptions(command).action(async (file: string, options: SimulateOptions) => {
    if (options.draft) return exit(await draftProduct(deps, file, options))
    if (isDraftSource(file))
      refuse(
        `${basename(file)} is no product file (.yaml or .json). Write one from it: pressure-test simulate --draft ${file}`,
      )
    const named = isProductId(file)
      ? { product: file }
      : await readInChildProcess('simulation', basename(file), await readTextFile(file), basename(file))
    const { personas, panel, sessions, state, network, seed, pilot, fallback, maxParallel } = options
    const isCount = personas === undefined || COUNT.test(personas)
    const listed = [panel, isCount ? undefined : personas].flatMap((text) => text?.split(',') ?? [])
    const names = listed.map((name) => name.trim()).filter((name) => name !== '')
    const request = {
      ...named,
      state,
      network,
      seed,
      days: sessions,
      pilot,
      fallback,
      max_parallel: maxParallel,
      personas: isCount && personas !== undefined ? Number(personas.replaceAll(',', '')) : undefined,
      panel: listed.length > 0 ? names : undefined,
    }
    const namesStored = 'configuration' in named || typeof named.product === 'string'
    const follow = namesStored ? prepareAndFollow : submitAndFollow
    exit(await follow(deps, 'simulation', request, options))
  })
}

/** A number as people write it, also as 1,000 or 1e3; anything else names a set. */
const COUNT = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?$/i

const DRAFT_SOURCES = ['.csv', '.md', '.txt', '.pdf', '.docx', '.html', '.htm']
const isDraftSource = (named: string): boolean =>
  /^https?:\/\//i.test(named) || DRAFT_SOURCES.includes(extname(named).toLowerCase())

/** Whether a name is a product id, such as `slotwise` or `slotwise@2`: no path, and no file of that name. */
const isProductId = (named: string): boolean => /^[a-z][a-z0-9_-]*(?:@\d+)?$/i.test(named) && !existsSync(named)
