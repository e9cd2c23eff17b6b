import { LEXICON } from '../../../data/lexicon.js'
import { type AssumedField, PHRASES } from '../../../data/phrases.js'
import { contradictsMinutes } from '../../../domain/daily-minutes.js'
import type { PersonaBrief, PersonaProse, Statement } from '../../../domain/persona-profile.js'
import type { Evidence } from '../../../domain/research.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { type HashSource, pick, unit } from '../model/random.js'
import { groupKey } from '../reading/sentences.js'

const MAX_WORDS = 18

/** Which kinds of findings supply which field. */
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
const STATEMENT_COUNTS: Readonly<Record<AssumedField, number>> = {
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

/** Writes a persona from the findings about its archetype, chosen by its levels; fields without findings are assumed from the levels. */
export function writePersona(
  { brief, evidence, unlike, contradicted = '' }: Facts,
  _read: unknown,
  seed: number,
): PersonaProse {
  const source: HashSource = [seed, brief.id, brief.archetype, `${unlike}${contradicted}`]
  const used = new Set<string>()
  const say = (field: AssumedField): Statement[] => {
    const found = choose(field, brief, evidence, used, source)
    for (const { evidence_id } of found) used.add(evidence_id)
    const statements = found.map(({ statement, evidence_id }) => ({ text: shortened(statement), evidence_id }))
    const missing = STATEMENT_COUNTS[field] - statements.length
    return missing <= 0
      ? statements
      : [...statements, ...assumed(field, brief, source).slice(0, statements.length === 0 ? missing : 1)]
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
  const [kind, mine] = [groupKey(who), groupKey(archetype)]
  return kind !== '' && (kind === mine || kind.includes(mine) || mine.includes(kind))
}

/** The best fitting findings: about this archetype, about its levels, and otherwise by a draw keyed to this person. */
function choose(
  field: AssumedField,
  brief: PersonaBrief,
  evidence: readonly Evidence[],
  used: ReadonlySet<string>,
  source: HashSource,
): Evidence[] {
  const scored = evidence
    .filter(({ kind, evidence_id }) => KINDS[field].includes(kind) && !used.has(evidence_id))
    .filter(({ statement }) => field !== 'time_availability' || !contradictsMinutes(statement, minutesOf(brief)))
    .map((finding) => ({ finding, score: fitOf(finding, brief) + 2.2 * unit([...source, field, finding.evidence_id]) }))
    // A finding about another archetype says little about this person.
    .filter(({ finding, score }) => finding.who === '' || isOwn(finding, brief) || score > 2)
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, STATEMENT_COUNTS[field])
    .map(({ finding }) => finding)
}

const WARY = /\b(?:afraid|worr|complian|audit|certificate|guarantee|security|careful|reference)/i
const BOLD = /\b(?:try|tomorrow|automate|weekend|first|press)/i
const HURRIED = /\b(?:no time|minutes|same day|hate|just|hurr|woke)/i

function fitOf(finding: Evidence, brief: PersonaBrief): number {
  const { risk_tolerance, patience_level, levels } = brief
  const text = `${finding.statement} ${finding.quote}`
  let own = 0
  if (isOwn(finding, brief)) own = 2
  else if (finding.who === '') own = 0.6
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

function roleOf(brief: PersonaBrief, evidence: readonly Evidence[]): Statement {
  const own = evidence.find((finding) => isOwn(finding, brief))
  const experience = brief.levels.find(({ axis }) => axis === 'Experience')?.level ?? ''
  const company = brief.levels.find(({ axis }) => axis === 'Company size')?.level ?? ''
  let text = `${brief.archetype}${WORKPLACES.get(company) ?? ' in a large organisation'}`
  if (experience !== '') text += `, ${experience.toLowerCase()}`
  return { text, evidence_id: own?.evidence_id ?? '' }
}

const WORKPLACES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['None', ''],
  ['Startup', ' in a startup'],
  ['SMB', ' in a small or middle-sized company'],
])

function toolsOf(brief: PersonaBrief, evidence: readonly Evidence[]): Statement[] {
  const tools = new Map<string, string>()
  for (const { quote, evidence_id } of evidence.filter((finding) => isOwn(finding, brief))) {
    for (const [tool] of quote.matchAll(LEXICON.research().tools))
      if (!tools.has(tool.toLowerCase())) tools.set(tool.toLowerCase(), evidence_id)
  }
  return [...tools].slice(0, 4).map(([text, evidence_id]) => ({ text, evidence_id }))
}

/** Statements for a field without findings: likely for these levels, and marked as assumed by their empty `evidence_id`. */
function assumed(field: AssumedField, brief: PersonaBrief, source: HashSource): Statement[] {
  const phrases = assumedOf(field, brief)
  const first = pick(phrases as [string, ...string[]], [...source, field, 'assumed'])
  const rest = phrases.filter((phrase) => phrase !== first)
  return [first, ...rest].map((text) => ({ text, evidence_id: '' }))
}

function shortened(statement: string): string {
  const words = statement.split(/\s+/)
  return words.length <= MAX_WORDS ? statement : `${words.slice(0, MAX_WORDS).join(' ')} …`
}

const levelOf = ({ levels }: PersonaBrief, axis: string): string =>
  levels.find((level) => level.axis === axis)?.level ?? ''
const learnsBy = (brief: PersonaBrief): string => levelOf(brief, 'How they learn')
const worksWith = (brief: PersonaBrief): string => levelOf(brief, 'Working alone or together')

const minutesOf = (brief: PersonaBrief): number => Number(levelOf(brief, 'Minutes a day'))

type Condition = NonNullable<ReturnType<typeof PHRASES.assumed>[AssumedField][number]['when']>

const CONDITION_CHECKS: Readonly<Record<Condition, (brief: PersonaBrief) => boolean>> = {
  wary: ({ risk_tolerance }) => risk_tolerance < 1 / 3,
  bold: ({ risk_tolerance }) => risk_tolerance > 2 / 3,
  hurried: ({ patience_level }) => patience_level < 1 / 3,
  patient: ({ patience_level }) => patience_level > 2 / 3,
  novice: (brief) => levelOf(brief, 'Experience') === 'Novice',
  expert: (brief) => levelOf(brief, 'Experience') === 'Expert',
  late: (brief) => /Laggard|Late/.test(levelOf(brief, 'Adoption of new things')),
  learns_from_documentation: (brief) => learnsBy(brief) === 'Documentation',
  learns_from_video: (brief) => learnsBy(brief) === 'Video',
  learns_from_peers: (brief) => learnsBy(brief) === 'Peer learning',
  learns_by_trying: (brief) => learnsBy(brief) === 'Trial-error',
  works_in_a_community: (brief) => worksWith(brief) === 'Community-driven',
  works_in_a_team: (brief) => worksWith(brief) === 'Team',
  works_alone: (brief) => worksWith(brief) === 'Solo',
  quarter_hour_a_day: (brief) => minutesOf(brief) === 15,
  half_hour_a_day: (brief) => minutesOf(brief) === 30,
  hour_a_day: (brief) => minutesOf(brief) === 60,
  two_hours_a_day: (brief) => minutesOf(brief) === 120,
}

/** Likely statements for these levels where there are no findings; always marked as assumed. At least one. */
const assumedOf = (field: AssumedField, brief: PersonaBrief): string[] =>
  PHRASES.assumed()[field].flatMap(({ when, text }) =>
    when === undefined || CONDITION_CHECKS[when](brief) ? [text] : [],
  )
