import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { readProductFile } from '../../ingest/product-files/read-product-file.js'
import type { CliDeps } from '../commands.js'
import { readTextFile } from '../read-file.js'
import { numeric } from './panel-options.js'
import { addSubmitOptions, prepareAndFollow, type SubmitOptions, submitAndFollow } from './submit-and-follow.js'

type SimulateOptions = SubmitOptions & {
  personas?: string
  panel?: string
  sessions?: number
  state?: string
  network: 'none' | 'small_world' | 'scale_free'
  seed?: number
}

export function addSimulateCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const command = program
    .command('simulate')
    .description(
      'synthetic users live with a product for some weeks: who stays, what frustrates them, what to mend first',
    )
    .argument(
      '<product>',
      'a product file (.yaml or .json; two worked ones are in examples/products), or the id of one that was simulated before',
    )
    .option('--personas <number|set>', 'how many people (default: 100), or the persona set they come from')
    .option('--panel <names>', 'archetypes and persona sets, separated by commas (default: every built-in archetype)')
    .option('--sessions <days>', 'for how many days, 1 to 90 (default: 30)', numeric)
    .option('--state <name>', 'the state of the product that they meet (default: its first)')
    .addOption(
      new Option('--network <kind>', 'whom invitations reach: nobody, or people in a small_world or scale_free network')
        .choices(['none', 'small_world', 'scale_free'])
        .default('none'),
    )
    .option('--seed <number>', 'same seed, same people and luck (default: 1)', numeric)
  addSubmitOptions(command).action(async (file: string, options: SimulateOptions) => {
    const product = isProductId(file) ? file : readProductFile(await readTextFile(file), basename(file))
    const { personas, panel, sessions, state, network, seed } = options
    const isCount = personas === undefined || /^\d+$/.test(personas)
    const names = [panel, isCount ? undefined : personas].flatMap((text) => text?.split(',') ?? [])
    const request = {
      ...{ product, state, network, seed, days: sessions },
      personas: isCount && personas !== undefined ? Number(personas) : undefined,
      panel: names.map((name) => name.trim()).filter((name) => name !== ''),
    }
    const follow = typeof product === 'string' ? prepareAndFollow : submitAndFollow
    exit(await follow(deps, 'simulation', request, options))
  })
}

/** `slotwise`, or `slotwise@2`: no path and no file of that name. */
const isProductId = (named: string): boolean => /^[a-z][a-z0-9_-]*(?:@\d+)?$/i.test(named) && !existsSync(named)
