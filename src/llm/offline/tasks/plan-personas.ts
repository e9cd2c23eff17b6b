import { LEXICON } from '../../../data/lexicon.js'
import type { PlanAnswer } from '../../../domain/persona-plan.js'
import type { Evidence } from '../../../domain/research.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { groupKey } from '../reading/sentences.js'
import { planOfAudience } from './plan-audience.js'

const MAX_ARCHETYPES = 7
const MAX_CONTEXT_AXES = 4
const MAX_EVIDENCE_IDS = 8
/** The archetype for findings that name no group of people. */
const EVERYBODY = 'everybody the research asked'

/** Archetypes from the people the findings are about, axes from what they say, both weighted by frequency. */
export function planPersonas({ evidence, audience }: FactsOf<'plan_personas'>): PlanAnswer {
  if (audience !== undefined) return planOfAudience(audience)
  return {
    archetypes: archetypesOf(evidence),
    axes: [...coreAxes(evidence), ...contextAxes(evidence)],
    edge_cases: edgeCases(evidence),
    rationale:
      'Kinds of people are those that findings are about, weighted by the shares the research gives or by how often it speaks of them. Levels are weighted by how many findings show them.',
  }
}

function archetypesOf(evidence: readonly Evidence[]): PlanAnswer['archetypes'] {
  const kinds = new Map<string, { name: string; findings: Evidence[]; share: number | null }>()
  for (const finding of evidence) {
    const key = groupKey(finding.who)
    if (key === '') continue
    const kind = kinds.get(key) ?? { name: finding.who, findings: [], share: null }
    kind.findings.push(finding)
    const share = finding.kind === 'segment' ? /(\d+(?:\.\d+)?)/.exec(finding.statement)?.[1] : undefined
    if (share && /%|^\d+ are/.test(finding.statement)) kind.share = Number(share)
    kinds.set(key, kind)
  }
  // A group that the research only counts cannot be described.
  const described = [...kinds.values()].filter(({ findings }) => findings.some(({ kind }) => kind !== 'segment'))
  const chosen = described.sort((a, b) => b.findings.length - a.findings.length).slice(0, MAX_ARCHETYPES)
  if (chosen.length === 0) {
    const records = evidence.filter(({ passage_id }) => passage_id.startsWith('r'))
    return [
      {
        name: records.length > 0 ? 'Recorded user' : 'Person asked',
        description: `${EVERYBODY}.`,
        weight: 50,
        evidence_ids: evidence.slice(0, MAX_EVIDENCE_IDS).map(({ evidence_id }) => evidence_id),
        variations: [],
        rules_out: [],
        ages: null,
      },
    ]
  }
  const shares = chosen.flatMap(({ share }) => share ?? [])
  const middle = shares.length > 0 ? Math.min(...shares) : null
  const most = Math.max(...chosen.map(({ share, findings }) => share ?? middle ?? findings.length))
  return chosen.map(({ name, findings, share }) => ({
    name: capital(singular(name.trim())),
    description: `${findings
      .filter(({ kind }) => kind !== 'segment')
      .slice(0, 2)
      .map(({ statement }) => statement)
      .join('. ')}.`,
    weight: Math.max(1, Math.round(((share ?? middle ?? findings.length) / most) * 100)),
    evidence_ids: findings.slice(0, MAX_EVIDENCE_IDS).map(({ evidence_id }) => evidence_id),
    variations: variationsOf(findings),
    rules_out: ruledOut(name),
    ages: null,
  }))
}

const VARIATIONS: Readonly<Partial<Record<Evidence['kind'], string>>> = {
  fear: 'driven by what could go wrong',
  goal: 'driven by one goal',
  time: 'always short of time',
  criterion: 'compares before deciding',
  referral: 'talks to others about it',
  alternative: 'holds on to what works today',
}

const variationsOf = (findings: readonly Evidence[]): string[] =>
  [...new Set(findings.flatMap(({ kind }) => VARIATIONS[kind] ?? []))].slice(0, 6)

function ruledOut(who: string): PlanAnswer['archetypes'][number]['rules_out'] {
  if (/founder|freelanc|family|families|household|house|flat/i.test(who))
    return [{ axis: 'company_size', level: 'Enterprise' }]
  if (/head of|bank|enterprise/i.test(who)) return [{ axis: 'company_size', level: 'Startup' }]
  return []
}

type Levels = PlanAnswer['axes'][number]['levels']

function levelsOf(evidence: readonly Evidence[], cues: readonly { level: string; heard: RegExp }[]): Levels {
  return cues.map(({ level: name, heard }) => {
    const found = evidence.filter(({ statement, quote, who }) => heard.test(`${who}. ${statement} ${quote}`))
    return {
      name,
      weight: found.length,
      evidence_ids: found.slice(0, MAX_EVIDENCE_IDS).map(({ evidence_id }) => evidence_id),
    }
  })
}

/** Levels weighted by their findings, with one added to each (Laplace smoothing): a small sample does not exclude a level. */
function coreAxes(evidence: readonly Evidence[]): PlanAnswer['axes'] {
  return Object.entries(LEXICON.research().core_axes).flatMap(([name, cues]) => {
    const levels = levelsOf(evidence, cues)
    const total = levels.reduce((sum, { weight }) => sum + weight, 0)
    if (total === 0) return []
    // A few stray words must not make consumers buy for a company.
    if (name === 'company_size') return [{ name, levels: companies(levels, total) }]
    return [
      { name, levels: levels.map((level) => ({ ...level, weight: percent(level.weight + 1, total + levels.length) })) },
    ]
  })
}

function companies(levels: Levels, total: number): Levels {
  const home = (levels.find(({ name }) => name === 'None')?.weight ?? 0) / total
  if (home > 0.6) return levels.map((level) => ({ ...level, weight: level.name === 'None' ? 100 : 0 }))
  const work = levels.filter(({ name }) => name !== 'None')
  const sum = work.reduce((all, { weight }) => all + weight, 0)
  return work.map((level) => ({ ...level, weight: percent(level.weight + 1, sum + work.length) }))
}

function contextAxes(evidence: readonly Evidence[]): PlanAnswer['axes'] {
  return LEXICON.research()
    .context_axes.map(({ axis, levels }) => ({
      name: axis,
      levels: levelsOf(evidence, levels).filter(({ weight }) => weight > 0),
    }))
    .filter(({ levels }) => levels.length >= 2)
    .sort((a, b) => sum(b.levels) - sum(a.levels))
    .slice(0, MAX_CONTEXT_AXES)
    .map(({ name, levels }) => ({
      name,
      levels: levels.map((level) => ({ ...level, weight: percent(level.weight, sum(levels)) })),
    }))
}

const sum = (levels: Levels): number => levels.reduce((all, { weight }) => all + weight, 0)
const percent = (part: number, whole: number): number => Math.max(1, Math.min(100, Math.round((part / whole) * 100)))

function edgeCases(evidence: readonly Evidence[]): PlanAnswer['edge_cases'] {
  return LEXICON.research().edge_cases.flatMap(({ name, heard }) => {
    const found = evidence.filter(
      ({ kind, statement, quote }) => kind === 'edge_case' && heard.test(`${statement} ${quote}`),
    )
    if (found.length === 0) return []
    return [
      {
        name,
        description: `${found[0]?.statement}.`,
        evidence_ids: found.slice(0, MAX_EVIDENCE_IDS).map(({ evidence_id }) => evidence_id),
      },
    ]
  })
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "families with a mortgage" → "family with a mortgage": the first plural noun becomes singular. */
const singular = (name: string): string =>
  name.replace(
    /^((?:[\p{L}-]+ )*?)([\p{L}-]{3,}?)(ies|s)(?= |$)/u,
    (_, before: string, noun: string, ending: string) => `${before}${noun}${ending === 'ies' ? 'y' : ''}`,
  )
