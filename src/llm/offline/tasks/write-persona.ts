import { LEXICON } from '../../../data/lexicon.js'
import type { AssumedField } from '../../../data/phrases.js'
import type { PersonaBrief, PersonaProse, Statement } from '../../../domain/persona-profile.js'
import type { Evidence } from '../../../domain/research.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { pick, type Source, unit } from '../model/random.js'
import { kindKey } from '../reading/sentences.js'
import { assumedOf } from '../voice/assumed.js'

const MOST_WORDS = 18

/** Which kinds of findings say what. */
const KINDS: Readonly<Record<AssumedField, readonly Evidence['kind'][]>> = {
  pain_points: ['pain_point', 'time'],
  goals: ['goal'],
  fears: ['fear'],
  values: ['value'],
  evaluation_criteria: ['criterion'],
  deal_breakers: ['deal_breaker'],
  delight_triggers: ['delight'],
  referral_triggers: ['referral'],
  typical_workflow: ['workflow', 'alternative', 'context'],
  time_availability: ['time'],
}
const HOW_MANY: Readonly<Record<AssumedField, number>> = {
  pain_points: 2,
  goals: 2,
  fears: 1,
  values: 1,
  evaluation_criteria: 2,
  deal_breakers: 1,
  delight_triggers: 1,
  referral_triggers: 1,
  typical_workflow: 1,
  time_availability: 1,
}

type Facts = FactsOf<'write_persona'>

/** A person from the findings about its kind, chosen by its own levels and figures; what no finding says is assumed by them. */
export function writePersona({ brief, evidence, unlike }: Facts, _read: unknown, seed: number): PersonaProse {
  const source: Source = [seed, brief.id, brief.archetype, unlike]
  const used = new Set<string>()
  const say = (field: AssumedField): Statement[] => {
    const found = choose(field, brief, evidence, used, source)
    for (const { evidence_id } of found) used.add(evidence_id)
    const said = found.map(({ statement, evidence_id }) => ({ text: shortened(statement), evidence_id }))
    const missing = HOW_MANY[field] - said.length
    return missing <= 0 ? said : [...said, ...assumed(field, brief, source).slice(0, said.length === 0 ? missing : 1)]
  }
  const lists = {
    pain_points: [...edgeStatement(brief, evidence), ...say('pain_points')].slice(0, 4),
    goals: say('goals'),
    fears: say('fears'),
    values: say('values'),
    evaluation_criteria: say('evaluation_criteria'),
    deal_breakers: say('deal_breakers'),
    delight_triggers: say('delight_triggers'),
    referral_triggers: say('referral_triggers'),
  }
  return {
    role: roleOf(brief, evidence),
    tech_stack: toolsOf(brief, evidence),
    ...lists,
    typical_workflow: say('typical_workflow')[0] as Statement,
    time_availability: say('time_availability')[0] as Statement,
  }
}

const isOwn = ({ who }: Evidence, { archetype }: PersonaBrief): boolean => {
  const [kind, mine] = [kindKey(who), kindKey(archetype)]
  return kind !== '' && (kind === mine || kind.includes(mine) || mine.includes(kind))
}

/** The findings that fit best: about this kind, about its levels, and otherwise by chance of this person alone. */
function choose(
  field: AssumedField,
  brief: PersonaBrief,
  evidence: readonly Evidence[],
  used: ReadonlySet<string>,
  source: Source,
): Evidence[] {
  const scored = evidence
    .filter(({ kind, evidence_id }) => KINDS[field].includes(kind) && !used.has(evidence_id))
    .map((one) => ({ one, score: fitOf(one, brief) + 2.2 * unit([...source, field, one.evidence_id]) }))
    // A finding about another kind of person says little about this one.
    .filter(({ one, score }) => one.who === '' || isOwn(one, brief) || score > 2)
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, HOW_MANY[field])
    .map(({ one }) => one)
}

const WARY = /\b(?:afraid|worr|complian|audit|certificate|guarantee|security|careful|reference)/i
const BOLD = /\b(?:try|tomorrow|automate|weekend|first|press)/i
const HURRIED = /\b(?:no time|minutes|same day|hate|just|hurr|woke)/i

function fitOf(one: Evidence, { risk_tolerance, patience_level, levels, ...brief }: PersonaBrief): number {
  const text = `${one.statement} ${one.quote}`
  let own = one.who === '' ? 0.6 : 0
  if (isOwn(one, { ...brief, risk_tolerance, patience_level, levels })) own = 2
  const wary = WARY.test(text) ? 0.8 * (0.5 - risk_tolerance) : 0
  const bold = BOLD.test(text) ? 0.8 * (risk_tolerance - 0.5) : 0
  const hurried = HURRIED.test(text) ? 0.8 * (0.5 - patience_level) : 0
  const named = levels.filter(
    ({ level }) => level.length > 4 && text.toLowerCase().includes(level.toLowerCase()),
  ).length
  return own + wary + bold + hurried + 0.5 * named
}

function edgeStatement({ edge_case }: PersonaBrief, evidence: readonly Evidence[]): Statement[] {
  const cue = LEXICON.research().edge_cases.find(({ name }) => name === edge_case)?.heard
  const found = evidence.find(
    ({ kind, statement, quote }) => kind === 'edge_case' && cue?.test(`${statement} ${quote}`),
  )
  return found ? [{ text: shortened(found.statement), evidence_id: found.evidence_id }] : []
}

const COMPANIES: Readonly<Record<string, string>> = {
  '': '',
  None: '',
  Startup: ' in a startup',
  SMB: ' in a small or middle-sized company',
}

function roleOf(brief: PersonaBrief, evidence: readonly Evidence[]): Statement {
  const own = evidence.find((one) => isOwn(one, brief))
  const experience = brief.levels.find(({ axis }) => axis === 'Experience')?.level ?? ''
  const company = brief.levels.find(({ axis }) => axis === 'Company size')?.level ?? ''
  const where = COMPANIES[company] ?? ' in a large organisation'
  const text = `${brief.archetype}${where}${experience === '' ? '' : `, ${experience.toLowerCase()}`}`
  return { text, evidence_id: own?.evidence_id ?? '' }
}

function toolsOf(brief: PersonaBrief, evidence: readonly Evidence[]): Statement[] {
  const tools = new Map<string, string>()
  for (const one of evidence.filter((each) => isOwn(each, brief))) {
    for (const [tool] of one.quote.matchAll(LEXICON.research().tools))
      if (!tools.has(tool.toLowerCase())) tools.set(tool.toLowerCase(), one.evidence_id)
  }
  return [...tools].slice(0, 4).map(([text, evidence_id]) => ({ text, evidence_id }))
}

/** Nothing was found: the levels say what is likely, and it is marked as assumed. */
function assumed(field: AssumedField, brief: PersonaBrief, source: Source): Statement[] {
  const phrases = assumedOf(field, brief)
  const first = pick(phrases as [string, ...string[]], [...source, field, 'assumed'])
  const rest = phrases.filter((phrase) => phrase !== first)
  return [first, ...rest].map((text) => ({ text, evidence_id: '' }))
}

function shortened(statement: string): string {
  const words = statement.split(/\s+/)
  return words.length <= MOST_WORDS ? statement : `${words.slice(0, MOST_WORDS).join(' ')} …`
}
