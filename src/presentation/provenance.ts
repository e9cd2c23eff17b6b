import type { GroupDynamics } from '../domain/panel/discussion.js'
import type { JudgedResult } from '../domain/panel/pressure-test.js'
import type { Trust } from '../domain/run/run.js'
import { hiddenIn, isPanelRun, type RunDocument, versionsIn } from '../domain/run/run-document.js'
import { counted, number, percent } from '../domain/text/words.js'
import { assayOf, PANEL_TEST } from './assay.js'
import { clean, displayText } from './clean.js'
import { costOf } from './money.js'
import { assayWord, type Cell, checksIn, STATUS_WORDS } from './trust.js'
import { moment, phrase } from './words.js'

export type Fact = { readonly name: string; readonly text: string }
/** The facts in their order; empty texts are left out. */
export const factsIn = (texts: Readonly<Record<string, string | false | null | undefined>>): Fact[] =>
  Object.entries(texts).flatMap(([name, text]) => (text ? [{ name, text }] : []))

/** `word`: empty for a part of a rehearsal’s panel test, which cannot pass or fail. */
export type Check = Fact & Pick<Cell, 'status' | 'word'>
/** Provenance of a result, for pages of any kind. */
export type Provenance = ReturnType<typeof provenanceOf>
type PanelSetup = Pick<JudgedResult, 'category' | 'skepticism'> & {
  readonly answered: number
  /** Absent for kinds without a discussion. */
  readonly discussion?: GroupDynamics['mode']
}

const CHECKS = [
  ['readable', 'Readable offer'],
  ['intent', 'Purchase intent'],
  ['quotes', 'Quotes'],
  ['controls', 'Control concepts'],
  ['fidelity', 'Staying in character'],
  ['stability', 'Stability'],
] as const
const CATEGORIES: Record<JudgedResult['category'], string> = {
  fmcg: 'consumer goods (FMCG)',
  beauty: 'beauty',
  food_drink: 'food and drink',
  tech: 'technology',
  saas: 'software as a service',
  finance: 'finance',
  travel: 'travel',
  health: 'health',
}
const DISCUSSIONS = { off: 'none', quick: 'quick, one call (script mode)', live: 'live, one call per turn' } as const

/** The provenance of a result, with every check, also those that were not made. */
export function provenanceOf(run: RunDocument, setup: PanelSetup | null) {
  const { trust } = run
  const checks = trust ? checksIn(trust, CHECKS).flatMap(([key, name]) => checkOf(name, trust[key]) ?? []) : []
  return {
    checks: [...checks, ...assayChecks(run)],
    facts: factsOf(run, setup),
    variance: trust?.stability.variance_shares ? varianceOf(trust.stability.variance_shares) : [],
    failed: (trust?.respondents.failed ?? []).map(({ name, code, message }) => ({
      who: displayText(name),
      code: clean(code),
      reason: clean(message),
    })),
  }
}

function checkOf(name: string, check: Trust[(typeof CHECKS)[number][0]]): Check | undefined {
  return check && { name, status: check.status, word: STATUS_WORDS[check.status], text: phrase(check.sentence) }
}

/** The panel test and each of its parts. */
function assayChecks(run: RunDocument): Check[] {
  const assay = assayOf(run)
  if (!assay) return []
  const parts = assay.parts.map(({ name, status, text }) => ({
    name: `${PANEL_TEST}: ${name}`,
    status,
    text,
    word: status === 'plain' ? '' : STATUS_WORDS[status],
  }))
  return [{ name: PANEL_TEST, status: assay.status, word: assayWord(assay.status), text: assay.how }, ...parts]
}

/** Shares of the variance between single scores, the largest first. */
function varianceOf(shares: NonNullable<Trust['stability']['variance_shares']>) {
  const named = [
    { name: 'which kinds of people are asked', share: shares.who },
    { name: 'the same kinds, drawn anew', share: shares.redrawn },
    { name: 'how the questions are worded and ordered', share: shares.wording },
    { name: 'the rest', share: shares.rest },
  ]
  return named.sort((a, b) => b.share - a.share).map(({ name, share }) => `${percent(share)} ${name}`)
}

function factsOf(run: RunDocument, setup: PanelSetup | null): Fact[] {
  const { trust, model } = run
  const hidden = hiddenIn(run)
  const versions = versionsIn(run)
  const offline = model.mode === 'offline'
  const played = (by: string): string => (offline ? 'the offline behaviour model' : clean(by))
  const missing = isPanelRun(run) ? run.result.analysis_missing : undefined
  return factsIn({
    'Panel answered by': played(model.persona),
    'Analysed by': setup && played(model.analysis),
    'Analysis missing': missing && clean(missing.message),
    'Cut to size': trust?.surplus && clean(trust.surplus.sentence),
    'Hidden characters': hidden && clean(hidden.sentence),
    'Program versions': versions && clean(versions.sentence),
    'Synthetic respondents': setup && respondents(trust, setup.answered),
    'Quote check': setup && quotes(trust),
    Category: setup && CATEGORIES[setup.category],
    Skepticism: setup?.skepticism,
    Discussion: setup?.discussion && DISCUSSIONS[setup.discussion],
    Seed: String(run.seed ?? 'none'),
    Cost: offline ? 'nothing; no language model was asked' : costOf(run),
    'Model use': use(run),
    'Time taken': run.duration_ms !== null && `${number(Math.ceil(run.duration_ms / 1000))} s`,
    Completed: moment(run.completed_at),
    Run: run.run_id,
  })
}

function respondents(trust: Trust | null, count: number): string {
  if (!trust) return `${number(count)} answered`
  const { asked, answered, failed } = trust.respondents
  return `${number(asked)} asked, ${number(answered)} answered, ${number(failed.length)} failed`
}

function quotes(trust: Trust | null): string {
  if (!trust || trust.quotes.status === 'not_run') return 'not made'
  const { checked, verified, dropped } = trust.quotes
  return `${number(checked)} checked, ${number(verified)} found word for word, ${number(dropped)} dropped`
}

function use({ usage }: RunDocument): string {
  if (usage.calls === 0) return ''
  const { cache_read_tokens: read, cache_write_tokens: written } = usage
  const cache = read + written > 0 ? ` (cache: ${number(read)} read, ${number(written)} written)` : ''
  return `${counted(usage.calls, 'call')}, ${number(usage.input_tokens)} tokens in, ${number(usage.output_tokens)} out${cache}`
}
