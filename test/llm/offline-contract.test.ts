import { expect, it } from 'vitest'
import { TASKS, type TaskName } from '../../src/domain/tasks.js'
import { locateClaims } from '../../src/engine/panel/claims/claims.js'
import { asRespondent } from '../../src/engine/panel/respond/respond.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
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
    claims,
    persona,
    response,
    reasons,
    ballot: true,
    people: panel.personas.map((one, seat) => ({ persona: one, response: panel.responses[seat] })),
    purchase_statement: response.purchase_statement,
    room: panel.personas.map(({ name }) => name),
    topic: '',
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
  }
}

it.each(Object.keys(TASKS) as TaskName[])('answers the task %s from the facts of a real panel', async (task) => {
  for (let i = 0; i < 12; i++) {
    const facts = TASKS[task].facts.parse(await everythingKnown(i)) as never
    const answer = await llm.answer({ task, facts, seed: i, ...around }, options())
    expect(() => TASKS[task].answer.parse(answer), `${task}, panel ${i}`).not.toThrow()
    expect(await llm.answer({ task, facts, seed: i, ...around }, options()), 'the same again').toEqual(answer)
  }
})
