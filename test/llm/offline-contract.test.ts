import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { JUDGING } from '../../src/data/judging.js'
import { AgentVersion } from '../../src/domain/evaluation/agent.js'
import type { TestCase } from '../../src/domain/evaluation/test-case.js'
import { TASKS, type TaskName } from '../../src/domain/run/tasks.js'
import { factsOf } from '../../src/engine/evaluation/evaluation-plan.js'
import { locateClaims } from '../../src/engine/panel/claims/claims.js'
import { asRespondent } from '../../src/engine/panel/respond/respond.js'
import { readDocuments } from '../../src/engine/persona-generation/passages.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { planPersonas } from '../../src/llm/offline/tasks/plan-personas.js'
import { synthesise } from '../../src/llm/offline/tasks/synthesise.js'
import { CORPUS } from './offline-corpus.js'
import { ASKED, around, LEVELS, options, READ, sit } from './offline-panel.js'

const llm = createOfflineLlm()

it('says offline wherever it says what it is', () => {
  expect(llm.mode).toBe('offline')
  const roles = new Set(Object.values(TASKS).map(({ role }) => role))
  for (const role of roles) expect(llm.models[role], role).toMatch(/offline/)
})

/** Everything a run knows: a task takes from it what its facts ask for. A task that asks for more needs it added here. */
async function everythingKnown(i: number) {
  const { text, category } = CORPUS[(i * 7) % CORPUS.length] as (typeof CORPUS)[number]
  const skepticism = LEVELS[i % LEVELS.length] as (typeof LEVELS)[number]
  const panel = await sit(llm, { text, category, skepticism })
  const persona = panel.personas[i % panel.personas.length] as (typeof panel.personas)[number]
  const shared = { ...ASKED, ...READ, stimulus: text, category, skepticism }
  const spans = await llm.answer({ task: 'claims', facts: shared, seed: i, ...around }, options())
  const claims = locateClaims(text, spans.claims)
  const answer = await llm.answer(
    { task: 'respond', facts: { ...shared, claims, persona, ballot: true }, seed: i, ...around },
    options(),
  )
  const { response, reasons } = asRespondent(persona, claims, answer)
  const said = panel.responses.map(({ persona_name, social_response }, turn) => ({
    turn: turn + 1,
    speaker: persona_name,
    text: social_response,
    moderator: false,
  }))
  return {
    ...shared,
    ...panel,
    pictures: [{ media_type: 'image/png', width: 1_200, height: 628, length: 400 }],
    claims,
    persona,
    response,
    reasons,
    ballot: true,
    people: panel.personas.map((persona, seat) => ({ persona, response: panel.responses[seat] })),
    purchase_statement: response.purchase_statement,
    statements: panel.responses.map(({ purchase_statement }) => purchase_statement),
    room: panel.personas.map(({ name }) => name),
    topic: '',
    closing: i % 5 === 4,
    views: reasons.map(({ side, reason }, view) => ({ view: `v${view + 1}`, side, text: reason })),
    voiced: [],
    heard: { earlier: [], latest: i % 3 === 0 ? [] : said },
    turns: i % 2 === 0 ? said : [],
    suppressed: i % 2 === 0 ? [{ view: reasons[0]?.reason ?? '', holders: [persona.name] }] : [],
    findings: panel.analysis.recommended_refinements.map(({ recommendation, addresses, priority }, at) => ({
      finding_id: `f${at + 1}`,
      finding: addresses,
      fix: recommendation,
      priority,
    })),
    earlier: [],
    question: 'What would have to change before you bought it?',
    ...evaluationKnown(i),
    ...researchKnown(i),
    ...sessionKnown(i),
    life: lifeKnown(i),
  }
}

/** What somebody remembers of weeks with a product. */
function lifeKnown(i: number) {
  return {
    product: { name: 'Slotwise', summary: 'Booking links.' },
    person: { persona_id: `p${i}`, name: 'Ama', kind: 'Budget planner', character: ['Patient.'] },
    days: i + 1,
    of: 14,
    reason: i % 2 === 0 ? 'price' : null,
    activated: i > 3,
    paid: false,
    diary: i === 0 ? [] : [{ day: 1, text: 'Signed up.' }],
    lived: {
      screens: [
        {
          ...{ id: 'connect', action: 'configure', to: 'connect my calendar', did: 'connected my calendar' },
          troubles: [{ id: 'oauth_loop', message: 'Sign in again.' }],
        },
      ],
      price: { trial_days: 14, a_month: ['12'], free: false },
      activated_on: i > 3 ? 1 : null,
      visits: [{ day: 1, called: false, minutes: 9, frustration: 0.5, delight: 0.2, told: 0 }],
      happened: [
        {
          ...{ day: 1, place: 'connect', action: 'configure', outcome: 'blocked', cause: 'defect' },
          ...{ defect: 'oauth_loop', message: 'Sign in again.', times: i + 1, upset: 0.2, pleased: 0 },
        },
      ],
      support: [],
    },
    feelings: i === 0 ? null : { frustration: 0.5, confidence: 0.5, delight: 0.2, confusion: i / 12 },
  }
}

/** What is known of somebody who opens a product once more. */
function sessionKnown(i: number) {
  const person = { name: 'Ama', kind: 'Ward manager', about: 'Plans the rota.', minutes: 30, learning: 'Video' }
  const step = { action: 'configure', target: 'connect', outcome: 'blocked', defect: 'oauth_loop' }
  return {
    product: 'slotwise',
    person: { ...person, patience: 0.5, risk: 0.5, experience: 0.5, adoption: 0.6 },
    ...{ day: i, away: Math.min(i, 1), plan: 'trial', message: null, waits_for_support: false, steps: 6 },
    feelings: { frustration: (i % 20) / 20, confidence: 0.5, delight: 0.3, confusion: 0.2 },
    open: [
      { id: 'connect', action: 'configure' },
      { id: 'event', action: 'use_feature' },
    ].slice(i % 3 === 0 ? 2 : 0),
    due: i % 3 === 1 ? ['event'] : [],
    memories: [],
    last: i === 0 ? null : [step],
    ...{ days: 9, reason: i % 2 === 0 ? null : 'price', paid: false, last_session: { day: 7, steps: [step] } },
  }
}

/** What an evaluation of an agent knows: one conversation, its case and its rubric. */
function evaluationKnown(i: number) {
  const test = JUDGING.cases()[i % JUDGING.cases().length] as TestCase
  const version = {
    agent_version_id: 'mira-3',
    name: 'Mira',
    system_prompt: 'You are Mira of Answerly. Ask what they need.',
  }
  const tool = { name: 'book_meeting', parameters: { email: {} } }
  const agent = factsOf(AgentVersion.parse({ ...version, tools: i % 2 === 0 ? [tool] : [] }), null)
  const conversation = [
    { turn: 1, speaker: 'prospect', text: test.input, tool_calls: [] },
    {
      turn: 2,
      speaker: 'agent',
      text: 'Thank you. What do you need, and by what date? Say ann@firm.dk.',
      tool_calls: [],
    },
    { turn: 3, speaker: 'prospect', text: 'We need it before the end of May.', tool_calls: [] },
  ].slice(0, 1 + (i % 3))
  return {
    agent,
    case_id: `case-${i}`,
    trial: 1 + (i % 3),
    conversation,
    called: [],
    who: test.persona ?? '',
    hidden_facts: test.hidden_facts,
    turns_left: 3 - (i % 3),
    name: test.name,
    expected_behavior: test.expected_behavior,
    instructions: agent.system_prompt,
    dimensions: JUDGING.rubric().dimensions,
    rubric_focus: test.rubric_focus,
    must: test.must,
    must_not: test.must_not,
    judge: 1 + (i % 2),
    problems: [],
    first: conversation,
    second: conversation.slice(0, 1),
  }
}

/** What a persona generation knows: passages of a document, what was found in them, and somebody who was drawn. */
function researchKnown(i: number) {
  const document = { name: 'notes.md', text: RESEARCH.slice(0, 200 + i * 60) }
  const { passages, respondents } = readDocuments([document])
  const { findings } = synthesise({ passages, part: 1, parts: 1 })
  const evidence = findings.map((finding, at) => ({
    ...finding,
    evidence_id: `e${at + 1}`,
    passage_id: 'd1-p1',
    respondent: 'd1-r1',
  }))
  const planned = planPersonas({ evidence, respondents, count: 30, diversity: 0.8 })
  return {
    passages,
    part: 1,
    parts: 1,
    evidence,
    respondents,
    count: 30,
    diversity: 0.8,
    archetypes: planned.archetypes,
    edge_cases: planned.edge_cases,
    respondent_is: 'Ward manager',
    unlike: i % 2 === 0 ? '' : 'Ward manager; loses evenings.',
    brief: {
      id: `p${i}`,
      name: 'Ama',
      age: 40,
      archetype: planned.archetypes[0]?.name ?? '',
      variation: '',
      edge_case: planned.edge_cases[0]?.name ?? null,
      levels: [{ axis: 'Experience', level: 'Novice' }],
      risk_tolerance: i / 12,
      patience_level: 1 - i / 12,
      irrationality: 0.1,
      distraction: 0.1,
    },
  }
}
const RESEARCH = readFileSync(new URL('../../examples/research/clinic-rota-interviews.md', import.meta.url), 'utf8')

it.each(Object.keys(TASKS) as TaskName[])('answers the task %s from the facts of a real panel', async (task) => {
  for (let i = 0; i < 12; i++) {
    const facts = TASKS[task].facts.parse(await everythingKnown(i)) as never
    const answer = await llm.answer({ task, facts, seed: i, ...around }, options())
    expect(() => TASKS[task].answer.parse(answer), `${task}, panel ${i}`).not.toThrow()
    expect(await llm.answer({ task, facts, seed: i, ...around }, options()), 'the same again').toEqual(answer)
  }
})
