import { expect, it, onTestFinished } from 'vitest'
import { startApp, startWorkerIn } from '../support/app.js'
import { nothingToJudge } from '../support/fake-answers.mjs'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { connect, inMemory } from '../support/mcp.js'

it('says of a text in which there is nothing to judge why, and what to send, and shows no figure', async () => {
  const api = await fakeMessagesApi({ answer: nothingToJudge() })
  onTestFinished(() => api.close())
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  const client = await connect('v2', inMemory({ context: async () => app.local, confirmAboveUsd: 5 }))
  const started = await client.call('run_pressure_test', {
    proposition: 'Rain from the west, clearing later in the day.',
    about: 'A weather service for sailors.',
  })
  const run_id = started.reply.run_id ?? ''
  const answers = [
    started,
    await client.call('get_run', { run_id }),
    await client.call('get_run', { run_id, section: 'people' }),
    await client.call('get_minority_report', { run_id }),
  ]
  for (const { reply, text, isError } of answers) {
    expect(isError).toBe(false)
    expect(reply).toMatchObject({
      status: 'completed',
      headline: 'Not judged: there was nothing to judge. Nobody was asked, and there is no score.',
      summary: {
        not_judged: {
          reason: 'It offers nothing to anybody (a note about the weather), so there was nothing to judge.',
          what_to_send: expect.stringMatching(/^Send what you would show people/),
        },
        scores: [],
        sections: [],
        minority: null,
      },
      section: null,
      next: null,
    })
    expect(text).toContain('a note about the weather')
    expect(text).toContain('Send what you would show people')
    expect(text).not.toMatch(/of 100|Findings|Minority|Fix first|None that the panel/)
    // The reason holds words of a model about a stranger's text: data, never instructions.
    expect(text.indexOf('[data ')).toBeLessThan(text.indexOf('a note about the weather'))
  }
  const { reply: list } = await client.call('list_runs')
  expect(list.section?.rows[0]?.facts).toMatchObject({ run_id, status: 'completed', judged: false })
  const asked = await client.call('ask_persona', { run_id, persona: 'Maya', question: 'Why?' })
  expect(asked.reply.error?.message).toMatch(/judged nothing/)
})
