import { readFileSync } from 'node:fs'
import type { Message } from '../../src/bot/blocks/message.js'
import { threadParts } from '../../src/bot/blocks/results.js'
import { rootMessage, sharedMessage } from '../../src/bot/blocks/root-message.js'
import type {
  Home,
  ListedRun,
  MinorityMark,
  OpenMinority,
  Reactions,
  RunCard,
  Settings,
} from '../../src/bot/blocks/view-models.js'
import { DeskFilter } from '../../src/domain/panel/dissent.js'
import { JudgedResult } from '../../src/domain/panel/pressure-test.js'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import type { Desk } from '../../src/service/panel/desk.js'
import { ASSAYS, blanksOnly, rehearsedTest, tested } from '../report/documents/assay.js'
import {
  approvedRun,
  failingRun,
  improvedRun,
  rehearsedRun,
  richRun,
  unjudgedRun,
} from '../report/documents/evaluation.js'
import { askRun, comparisonRun, refinementRun } from '../report/documents/other-kinds.js'
import { personaSetRun } from '../report/documents/persona-set.js'
import { rehearsed, runOf } from '../report/documents/run.js'
import { simulationRun } from '../report/documents/simulation.js'
import {
  completedRun,
  focusGroupRun,
  talkative,
  withEverything,
  withNothing,
  withoutAnalysis,
} from '../report/documents.js'
import { runInMemory } from '../support/engine.js'

export const RUN_ID = '0191b6a2-4c1e-7a55-9d0e-3b7f5f1c2a10'
export const REPORT = `https://pressure-test.example/reports/${RUN_ID}?key=abc.def`
const AT = '2026-03-02T10:00:00.000Z'

const PANELS: readonly RunDocument[] = [
  completedRun(),
  completedRun({ personas: 12 }),
  completedRun({ personas: 60, focus_group: 'quick' }),
  completedRun({ focus_group: 'off' }),
  withNothing(completedRun()),
  withEverything(completedRun()),
  talkative(completedRun({ personas: 12 })),
  focusGroupRun(),
  withoutAnalysis(completedRun()),
  withoutAnalysis(completedRun({ focus_group: 'off' })),
  ...Object.values(ASSAYS).map((assay) => tested(completedRun({ personas: 12 }), assay)),
  rehearsedTest(completedRun({ personas: 12 })),
]

const EXAMPLE = new URL('../../examples/oat-drink.md', import.meta.url)

/** A run of every kind and of every sort of result, completed; some of the real pipelines, the rest as the schemas have it. */
export async function everyRun(): Promise<RunDocument[]> {
  const evaluations = await Promise.all([
    ...[approvedRun(), failingRun(), unjudgedRun(), improvedRun(), richRun(), rehearsedRun()],
  ])
  const input = { stimulus: readFileSync(EXAMPLE, 'utf8'), category: 'food_drink', personas: 12 }
  const { result, trust } = await runInMemory('pressure_test', input)
  const real = { ...rehearsed(runOf('pressure_test', JudgedResult.parse(result), trust)), trust }
  const others = [
    real,
    comparisonRun(),
    comparisonRun({ winner: false }),
    tested(refinementRun(), blanksOnly(5.6)),
    askRun(),
    personaSetRun(),
    simulationRun(),
  ]
  return [...PANELS, ...others, ...evaluations].map((run) => ({ ...run, report_url: REPORT }))
}

export const mark = (given: Partial<MinorityMark> = {}): MinorityMark => ({
  ...{ view: 'v1', action: 'acknowledged', by: 'Ana', at: AT, to: null, text: null, due: null, link: null },
  ...given,
})

export const cardOf = (run: RunDocument, given: Partial<RunCard> = {}): RunCard => ({
  run,
  subject: subjectOf(run),
  askedBy: 'Ana',
  createdAt: AT,
  now: '2026-03-02T10:01:05.000Z',
  spentUsd: 0.0123,
  budgetUsd: 2,
  progress: null,
  pause: null,
  cancelRequested: false,
  marks: [],
  review: null,
  again: null,
  record: null,
  ...given,
})

const subjectOf = ({ result }: RunDocument): string => {
  const one = (result ?? {}) as { stimulus?: string; question?: string; refined?: string; agent?: { name: string } }
  return one.stimulus ?? one.question ?? one.refined ?? one.agent?.name ?? 'Three openings'
}

export const listed = (run: RunDocument): ListedRun => cardOf(run)

/** The same run as it stands before it has a result. */
export const unfinished = (run: RunDocument, status: RunDocument['status']): RunDocument => ({
  ...run,
  ...{ status, result: null, trust: null, completed_at: null, duration_ms: null },
  error:
    status === 'failed' ? { code: 'answer_invalid', message: 'The model’s answer had not the asked shape.' } : null,
})

/** All of a thread at once. */
export const threadMessages = (run: RunDocument, reactions: Reactions = {}): (Message & { key: string })[] =>
  threadParts(run).map(({ key, render }) => ({ key, ...render(reactions) }))

/** The card, its copy for another channel and the thread: everything a completed run posts. */
export const postedOf = (run: RunDocument, given: Partial<RunCard> = {}): (Message & { key: string })[] => {
  const card = cardOf(run, given)
  const marks = card.marks
  return [
    { key: 'parent', ...rootMessage(card) },
    { key: 'shared', ...sharedMessage(card) },
    ...threadMessages(run, { marks, review: card.review }),
  ]
}

export const SETTINGS: Settings = {
  ...{ category: 'food_drink', panel: ['careful-parent'], personaSet: 'set-1', personas: 6, skepticism: 'medium' },
  ...{
    focusGroup: 'live',
    controls: true,
    assay: 'auto',
    stability: 0,
    visibility: 'channel',
    budgetUsd: 1.5,
    confirmAboveUsd: 0.5,
  },
}

export const BUDGET: Home['budget'] = {
  ...{
    monthSpentUsd: 3.2,
    monthReservedUsd: 0.4,
    monthCapUsd: 20,
    monthCeilingUsd: 50,
    runCapUsd: 2,
    confirmAboveUsd: 0.5,
  },
  offline: false,
}

export const minority = (text = 'Nobody would pay that twice'): OpenMinority => ({
  ...{ run_id: RUN_ID, subject: text, view: text, open: 3, at: AT, offline: true },
  url: 'https://acme.slack.com/archives/C1/p1',
})

/** The desk with some views on it. */
export const deskOf = (texts: readonly string[] = ['It would end up unused']): Desk => ({
  filter: DeskFilter.parse({}),
  page: 1,
  total: 40,
  counts: { open: 30, assigned: 10, overdue: 2 },
  views: texts.map((text, index) => ({
    ...{ run_id: RUN_ID, view_id: `v${index + 1}`, view: text, subject: text, holders: [text, text, text] },
    ...{
      strength: 0.8,
      measured: true,
      offline: true,
      raised_at: new Date(AT),
      by: 'U1',
      at: new Date(AT),
      reason: text,
      link: null,
    },
    ...{
      owner: 'U1',
      due: '2026-03-09',
      url: 'https://acme.slack.com/archives/C1/p1',
      owner_name: text,
      by_name: text,
      overdue: false,
    },
    action: ([null, 'assigned', 'fixed', 'disagreed'] as const)[index % 4] ?? null,
  })),
})

/** Values that are ours and no text of a stranger's, by their key. */
const OURS = new Set(
  `persona_id archetype influence_type gut_sentiment considered_sentiment severity priority source mode method why_unheard
  category skepticism claim_id intent_method edit_id finding_id status mind label labels first second best
  case_id case_ids trial speaker check dimension_id verdict cases_from plan_hash cases_hash trust light run_id kind`.split(
    /\s+/,
  ),
)
const STANCES = /^(believes|doubts|rejects)$/

/** The same run with every text of a model or a stranger replaced by what `next` makes of it; `kept` ones stay. */
export function mutated<R extends RunDocument>(
  run: R,
  next: (text: string) => string,
  kept: readonly string[] = [],
): R {
  const replaced = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string')
      return OURS.has(key) || kept.includes(key) || (key === 'stance' && STANCES.test(value)) ? value : next(value)
    if (Array.isArray(value)) return value.map((one) => replaced(one, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, name)]))
  }
  const result = replaced(run.result)
  const { trust } = run
  const failed = trust?.respondents.failed.map((one) => ({ ...one, name: next(one.name), message: next(one.message) }))
  return {
    ...run,
    result,
    model: { ...run.model, persona: next(run.model.persona), analysis: next(run.model.analysis) },
    trust: trust && {
      ...trust,
      sentence: next(trust.sentence),
      respondents: { ...trust.respondents, failed: failed ?? [] },
    },
  }
}
