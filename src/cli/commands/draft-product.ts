import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Influence } from '../../domain/simulation/product-draft.js'
import { refuse } from '../../errors.js'
import type { StimulusFile } from '../../ingest/check-stimulus-file.js'
import { plainText } from '../../ingest/plain-text.js'
import { draftFromFunnel } from '../../ingest/product-files/draft-funnel.js'
import type { Draft } from '../../ingest/product-files/draft-product.js'
import { assumedNumbers, writeDraft } from '../../ingest/product-files/write-draft.js'
import { readInChildProcess } from '../../ingest/read-in-child-process.js'
import { documentAt } from '../../service/requests/linked-document.js'
import { type CliDeps, EXIT } from '../commands.js'
import { printJson, stripTerminalControls } from '../io.js'
import { pieceOf } from '../read-file.js'
import { writeNew, writeOut } from '../write-out.js'

type DraftOptions = { out?: string; force?: boolean; json?: boolean }

const TRIED = 'mean days of the same 120 people over 14 days, each number 30 % less and more'
const MATTERS = `What matters most, to be replaced by what you know (${TRIED}):`
const MAY_MATTER = `None of these moved more than luck for 120 people; still the most likely to matter, to be replaced by what you know (${TRIED}):`
const NOTHING_MATTERS = 'No single number moved their mean days.'

/** Most numbers listed as worth asking somebody for. */
const ASKED_FOR = 5

/**
 * Drafts a product file from a page, a document or a funnel, and prints what was found, what is assumed and what matters
 * most.
 */
export async function draftProduct(deps: CliDeps, file: string, options: DraftOptions): Promise<number> {
  const source = await sourceOf(deps, file)
  const { fitFunnel, mostInfluential } = await deps.drafting()
  const { draft, fitted, closeness, words } = await draftFrom(source, fitFunnel)
  const out = options.out ?? `${draft.product.id}.product.yaml`
  if (options.force !== true && existsSync(out)) refuseExisting(out)
  const numbers = assumedNumbers(draft).filter((place) => !fitted.has(place.join('.')))
  const matter = mostInfluential(draft.product, numbers).slice(0, ASKED_FOR)
  const found = [...draft.found].map(([place, words]) => `${place}: “${words}”`)
  const isLuck = matter.length > 0 && matter.every(({ beyond_luck }) => !beyond_luck)
  const heading = isLuck ? MAY_MATTER : MATTERS
  const influences = matter.map((influence) => mattersLine(influence, isLuck))
  const matters = influences.length > 0 ? influences : [NOTHING_MATTERS]
  const language = await languageNote(words)
  const notes = [
    `Drafted from ${source.name} by rules, without a language model. “found” and “fitted” stand in the source; everything else is assumed.`,
    ...language,
    ...draft.assumptions,
    heading,
    ...matters.map((line, at) => `${at + 1}. ${line}`),
  ]
  await write(out, writeDraft(draft, notes, fitted), options.force ?? false)
  if (options.json) {
    printJson(deps.io, {
      file: out,
      found: Object.fromEntries(draft.found),
      assumptions: [...language, ...draft.assumptions],
      matters_most: matter,
      assumed: numbers.length,
      funnel: closeness,
    })
    return EXIT.done
  }
  const lines = [
    `Drafted ${draft.product.name} by rules, without a language model: ${out}`,
    '',
    `Found (${found.length}):`,
    ...found.map((line) => `  ${line}`),
    ...funnelLines(closeness),
    '',
    `Assumed: ${numbers.length} numbers, each marked in the file.`,
    ...[...language, ...draft.assumptions].map((line) => `  ${line}`),
    '',
    heading,
    ...matters.map((line, at) => `  ${at + 1}. ${line}`),
    '',
    `Then: pressure-test simulate ${out}`,
  ]
  deps.io.out(
    `${lines.map((line) => (line.startsWith('  ') ? `  ${stripTerminalControls(line)}` : stripTerminalControls(line))).join('\n')}\n`,
  )
  return EXIT.done
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
/** Fewest words from which a language can be recognised. */
const TELLING_WORDS = 8
/** Most characters used to recognise the language. */
const TELLING_LENGTH = 20_000

/** A note for a source in another language, of which little can have been read. */
async function languageNote(text: string): Promise<string[]> {
  const words = text.slice(0, TELLING_LENGTH).match(/\p{L}+/gu) ?? []
  if (words.length < TELLING_WORDS) return []
  const { eld } = await import('eld/small')
  const { language } = eld.detect(words.join(' ').toLowerCase())
  if (language === '' || language === 'en') return []
  return [
    `The text looks ${LANGUAGE_NAMES.of(language) ?? language}, and these rules read English: most of what it says was not read.`,
  ]
}

type Closeness = { readonly screen: string; readonly counted: number; readonly simulated: number }
type Drafted = {
  readonly draft: Draft
  readonly fitted: ReadonlySet<string>
  readonly closeness: readonly Closeness[]
  /** Words of the source. */
  readonly words: string
}

/** The file or page at an argument, as a proposition would be read. Errors: `invalid_input` with one sentence. */
async function sourceOf({ io, pricing }: CliDeps, argument: string): Promise<StimulusFile> {
  if (/^https?:/i.test(argument) && URL.canParse(argument)) return documentAt(await pricing(), argument)
  const piece = await pieceOf(argument, io)
  return 'bytes' in piece ? piece : refuse(`There is no file ${argument}.`)
}

async function draftFrom(
  source: StimulusFile,
  fitFunnel: Awaited<ReturnType<CliDeps['drafting']>>['fitFunnel'],
): Promise<Drafted> {
  const { name, bytes, link } = source
  if ((link?.ending ?? extname(name).toLowerCase()) !== '.csv')
    return { ...(await readInChildProcess('page', name, source)), fitted: new Set(), closeness: [] }
  const text = plainText(bytes, name)
  const drafted = draftFromFunnel(await readInChildProcess('funnel', name, text, name), basename(name, extname(name)))
  const { product, reached } = fitFunnel(drafted.product, drafted.steps)
  const fitted = new Set(drafted.steps.slice(1).map(({ screen }) => `screens.${screen}.defects.0.p`))
  const closeness = drafted.steps.map(({ screen, share }, at) => ({
    screen,
    counted: share,
    simulated: reached[at] ?? 0,
  }))
  return { draft: { ...drafted, product }, fitted, closeness, words: text }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const closenessLine = ({ screen, counted, simulated }: Closeness): string =>
  `  ${screen}: ${percent(counted)} counted, ${percent(simulated)} simulated`
const funnelLines = (closeness: readonly Closeness[]): string[] =>
  closeness.length === 0 ? [] : ['', 'The funnel, counted and simulated:', ...closeness.map(closenessLine)]

/** `isSaid`: the heading says of all that they moved no more than luck. */
function mattersLine({ place, value, with_less, with_more, beyond_luck }: Influence, isSaid: boolean): string {
  const luck = beyond_luck || isSaid ? '' : ' (no more than luck)'
  return `${place.join('.')} (${value}): ${with_less.toFixed(1)} days with less of it, ${with_more.toFixed(1)} with more${luck}`
}

async function write(path: string, text: string, force: boolean): Promise<void> {
  if (force) await writeOut(path, text)
  else if (!(await writeNew(path, text))) refuseExisting(path)
}

const refuseExisting = (path: string): never =>
  refuse(`${path} is there already; name another file with -o, or write over it with --force.`)
