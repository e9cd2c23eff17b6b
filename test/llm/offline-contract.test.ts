import { expect, it } from 'vitest'
import { TASKS, type TaskName } from '../../src/domain/tasks.js'
import { createOfflineLlm } from '../../src/llm/offline/offline.js'
import { CORPUS } from './offline-corpus.js'
import { around, LEVELS, options, sit } from './offline-panel.js'

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
  return { ...panel, stimulus: text, category, skepticism, persona: panel.personas[i % panel.personas.length] }
}

it.each(Object.keys(TASKS) as TaskName[])('answers the task %s from the facts of a real panel', async (task) => {
  for (let i = 0; i < 12; i++) {
    const facts = TASKS[task].facts.parse(await everythingKnown(i)) as never
    const answer = await llm.answer({ task, facts, seed: i, ...around }, options())
    expect(() => TASKS[task].answer.parse(answer), `${task}, panel ${i}`).not.toThrow()
    expect(await llm.answer({ task, facts, seed: i, ...around }, options()), 'the same again').toEqual(answer)
  }
})
