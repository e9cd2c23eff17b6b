import type { PressureTestResult } from '../../../src/domain/panel/pressure-test.js'
import { PressureTestResult as PressureTestSchema } from '../../../src/domain/panel/pressure-test.js'
import { PersonaGenerationResult } from '../../../src/domain/personas/persona-set.js'
import type { PanelRun } from '../../../src/domain/run/run-document.js'
import { runOf } from './run.js'
import { littleTrust } from './trust.js'

const PASSAGES = [
  {
    passage_id: 'd1-p1',
    document: 'interviews.md',
    heading: 'Interview 1',
    text: 'I lose two evenings a month to the plan. One of us works with a screen reader.',
    start: 0,
    end: 77,
  },
]
const EVIDENCE = [
  {
    evidence_id: 'e1',
    kind: 'pain_point',
    statement: 'They lose two evenings a month.',
    quote: 'I lose two evenings',
    who: 'Ward manager',
    passage_id: 'd1-p1',
  },
]

const person = (id: string, name: string, archetype: string) => ({
  ...{ id, name, archetype, age: 44, variation: '', role: `${archetype} in a clinic` },
  edge_case: id === 'p1' ? 'Works with a screen reader' : null,
  ...{ experience_level: 'Expert', company_size: 'SMB', tech_stack: ['spreadsheet'] },
  ...{ pain_points: ['Loses evenings to the plan'], goals: ['Wants peace on the ward'], fears: ['Fears being blamed'] },
  ...{ values: ['Fairness'], risk_tolerance: 0.2, patience_level: 0.4, tech_adoption: 'Late majority' },
  ...{ learning_style: 'Peer learning', evaluation_criteria: ['Can it be undone'], deal_breakers: ['No way back'] },
  ...{ delight_triggers: ['A reason given'], referral_triggers: ['Asked on Thursday'] },
  ...{ typical_workflow: 'Plans in a spreadsheet', time_availability: 'None', collaboration_style: 'Team' },
  context: [{ axis: 'Whom they believe', level: 'a colleague' }],
  ...{
    state: {},
    history: [],
    confidence_score: 0.25,
    calibration: { hits: 0, trials: 0 },
    source: 'research documents',
  },
  sources: [
    { field: 'pain_points.0', basis: 'quoted', passage_id: 'd1-p1', quote: 'I lose two evenings' },
    { field: 'fears.0', basis: 'assumed', passage_id: null, quote: '' },
    { field: 'archetype', basis: 'sampled', passage_id: 'd1-p1', quote: 'I lose two evenings' },
  ],
})

const level = (name: string, weight: number, quota: number) => ({
  ...{ level_id: name.toLowerCase(), name, weight, quota },
  count: quota,
  evidence_ids: ['e1'],
})

/** A set of three people of two kinds, one of them written anew. */
export function personaSetRun() {
  const result = PersonaGenerationResult.parse({
    set_name: 'clinic-rota',
    synthetic: true,
    asked: { count: 3, diversity: 0.8 },
    documents: [{ document_id: 'd1', name: 'interviews.md', characters: 77, passages: 1 }],
    records: [
      { name: 'users.csv', rows: 30, columns: [{ name: 'email', treatment: 'dropped', why: 'e-mail addresses' }] },
    ],
    passages: PASSAGES,
    evidence: EVIDENCE,
    plan: {
      archetypes: [
        {
          archetype_id: 'a1',
          name: 'Ward manager',
          description: 'Plans.',
          origin: 'research',
          weight: 0.6,
          count: 2,
          evidence_ids: ['e1'],
          variations: [],
          rules_out: [],
        },
        {
          archetype_id: 'a2',
          name: 'Night nurse',
          description: 'Works nights.',
          origin: 'template',
          weight: 0.4,
          count: 1,
          evidence_ids: [],
          variations: [],
          rules_out: [],
        },
      ],
      axes: [
        {
          axis_id: 'experience_level',
          name: 'Experience',
          origin: 'core',
          assumed: false,
          levels: [level('Novice', 0.3, 1), level('Expert', 0.7, 2)],
        },
        {
          axis_id: 'c-whom',
          name: 'Whom they believe',
          origin: 'research',
          assumed: true,
          levels: [level('a colleague', 0.5, 2), level('papers', 0.5, 1)],
        },
      ],
      edge_cases: [
        {
          edge_case_id: 'x1',
          name: 'Works with a screen reader',
          description: 'Cannot use a mouse.',
          count: 1,
          evidence_ids: ['e1'],
        },
      ],
      rationale: 'By how often the research speaks of them.',
    },
    personas: [
      person('p1', 'Stella', 'Ward manager'),
      person('p2', 'Amir', 'Night nurse'),
      person('p3', 'Ivo', 'Ward manager'),
    ],
    diversity: {
      ...{ asked: 0.8, coverage: 0.917, coverage_before_repair: 0.75, entropy: 0.918, repairs: 2, reached: true },
      pairs: { covered: 11, achievable: 12 },
      axes: [
        { axis_id: 'archetype', name: 'Kind of person', levels: 2, levels_covered: 2, entropy: 0.9183 },
        { axis_id: 'experience_level', name: 'Experience', levels: 2, levels_covered: 2, entropy: 0.9183 },
        { axis_id: 'c-whom', name: 'Whom they believe', levels: 2, levels_covered: 2, entropy: 0.9183 },
      ],
      axis_pairs: [
        { a: 0, b: 1, covered: 3, achievable: 3 },
        { a: 0, b: 2, covered: 2, achievable: 3 },
        { a: 1, b: 2, covered: 3, achievable: 3 },
      ],
      sentence: '11 of the 12 pairs of levels that 3 people can show are there.',
    },
    twins: {
      ...{ threshold: 0.95, embedder: 'bundled', mean_nearest: 0.81 },
      replaced: [{ id: 'p3', like: 'p1', similarity: 0.97, round: 1 }],
      left: [{ id: 'p3', like: 'p2', similarity: 0.951 }],
      sentence: '1 replaced; 1 is still nearly the same.',
    },
    sources: {
      claims: 6,
      quoted: 3,
      assumed: 3,
      rejected: 0,
      quotes: { checked: 1, verified: 1, dropped: 0 },
      sentence: '3 of 6 statements about people point to a passage; 3 are assumed.',
    },
    sentence: '3 synthetic people of 2 kinds.',
  })
  return runOf('persona_generation', result, littleTrust(3))
}

/** A test whose first person is a member of that set. */
export function panelFromSet<R extends PanelRun>(run: R): R {
  const result = run.result as PressureTestResult
  const panel_sources = {
    sets: [{ name: 'clinic-rota', version: 2, size: 3 }],
    people: [
      {
        persona_id: result.responses[0]?.persona_id ?? '',
        set: 'clinic-rota',
        role: 'Ward manager in a clinic',
        confidence_score: 0.25,
        claims: [
          {
            field: 'pain_points.0',
            text: 'Loses evenings to the plan',
            basis: 'quoted',
            passage_id: 'clinic-rota/d1-p1',
            quote: 'I lose two evenings',
          },
          { field: 'fears.0', text: 'Fears being blamed', basis: 'assumed', passage_id: null, quote: '' },
        ],
      },
    ],
    passages: PASSAGES.map((one) => ({ ...one, passage_id: `clinic-rota/${one.passage_id}` })),
  }
  return { ...run, result: PressureTestSchema.parse({ ...result, panel_sources }) }
}
