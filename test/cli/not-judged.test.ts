import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { RunDocument } from '../../src/domain/run/run-document.js'
import { OAT_DRINK, startApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { nothingToJudge } from '../support/fake-answers.mjs'
import type { FakeOptions } from '../support/fake-messages-api.mjs'
import { inWorkspace, sharedAppAsking } from '../support/shared-app.js'

const NOTHING = 'Rain from the west, clearing later in the day.'
const BANDS = /\b(flawed|weak|solid|strong|exceptional)\b/

const shared = sharedAppAsking({ works: false })

async function withModel(answer?: FakeOptions['answer']) {
  const api = shared.api()
  api.answer = answer
  return { api, app: await inWorkspace(shared.app()) }
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('a text in which there is nothing to judge', () => {
  it.each([
    ['no_offer', 'a note about the weather', 'It offers nothing to anybody (a note about the weather)'],
    ['not_understood', 'words in no order', 'It makes no sense in any language the reader knows (words in no order)'],
    ['illegal', 'cocaine', 'It offers what nobody may sell anywhere (cocaine)'],
  ] as const)('is named as such, with the reason and what to send: %s', async (kind, why, reason) => {
    const { api, app } = await withModel(nothingToJudge(kind, why))
    const { code, stdout } = await runIn(app, ['run', NOTHING, '--quiet'])
    expect(code).toBe(0)
    expect(inOneLine(stdout)).toMatch(/^ Not judged\b/)
    expect(inOneLine(stdout)).toContain(reason)
    expect(inOneLine(stdout)).toContain('What to send: Send ')
    expect(inOneLine(stdout)).toContain('Nobody was asked, and there is no score.')
    expect(stdout).not.toMatch(/of 100|top-2|Minority|Trust|\[red\]|synthetic people/)
    expect(stdout).not.toMatch(BANDS)
    // Nothing more was paid for than the reading.
    expect(api.requests).toHaveLength(1)
  })

  it('is the same in runs show, list, report and export, and reaches no threshold', async () => {
    const { app } = await withModel(nothingToJudge())
    const gated = await runIn(app, ['run', NOTHING, '--json', '--quiet', '--fail-under', '1', '--allow-rehearsal'])
    expect(gated.code).toBe(3)
    expect(gated.stderr).toMatch(/^There was nothing to judge, so no threshold is reached\. It offers nothing/)
    const run = RunDocument.parse(JSON.parse(gated.stdout))
    expect(run.result).toMatchObject({ judged: false, not_judged: { reason: expect.stringContaining('weather') } })
    const shown = await runIn(app, ['runs', 'show', run.run_id])
    expect(shown.stdout).toContain('Not judged')
    const list = await runIn(app, ['runs', 'list'])
    expect(list.stdout).toContain('not judged')
    const listed = JSON.parse((await runIn(app, ['runs', 'list', '--json'])).stdout)
    expect(listed).toMatchObject([{ run_id: run.run_id, status: 'completed', judged: false }])
    const path = (await runIn(app, ['runs', 'report', run.run_id])).stdout.trim()
    expect(await readFile(path, 'utf8')).toContain('offers nothing to anybody (a note about the weather)')
    const packet = JSON.parse((await runIn(app, ['runs', 'export', run.run_id])).stdout)
    expect(packet.run.result).toMatchObject({ judged: false })
    const refined = await runIn(app, ['refine', run.run_id])
    expect(refined).toMatchObject({ code: 2, stderr: expect.stringMatching(/judged nothing, .* Send what you would/) })
  })

  it('ends a comparison before anybody is asked, says which, and offers no retry', async () => {
    const { api, app } = await withModel((body, task) =>
      JSON.stringify(body).includes(NOTHING) ? nothingToJudge()(body, task) : undefined,
    )
    const { code, stderr } = await runIn(app, ['compare', OAT_DRINK, NOTHING, '--quiet'])
    expect(code).toBe(2)
    expect(inOneLine(stderr)).toMatch(/^B cannot be judged\. It offers nothing to anybody .* Send what you would show/)
    expect(stderr).not.toContain('runs retry')
    expect(api.requests.length).toBeLessThanOrEqual(2)
  })
})

describe('--about', () => {
  const ABOUT = 'A barista oat drink, 1.49 euros a litre, for people who make coffee at home.'
  const QUICK = ['--focus-group', 'off', '--controls', 'off', '--personas', '3']

  it('is told to the panel and scored nowhere: a headline stays what is tested', async () => {
    const { api, app } = await withModel()
    const { code, stdout } = await runIn(app, [
      ...['run', 'Froths like milk. Money back if your cappuccino fails.', '--about', ABOUT, ...QUICK],
      ...['--json', '--quiet'],
    ])
    expect(code).toBe(0)
    const { run_id, result } = JSON.parse(stdout)
    expect(result).toMatchObject({ about: ABOUT, stimulus: expect.not.stringContaining('barista oat drink') })
    for (const { text } of result.claims) expect(ABOUT).not.toContain(text)
    const asked = api.requests.filter(({ body }) => JSON.stringify(body).includes('barista oat drink'))
    expect(asked.length).toBeGreaterThan(3)
    const shown = await runIn(app, ['runs', 'show', run_id])
    expect(inOneLine(shown.stdout)).toContain(`Told beside it, not scored: ${ABOUT}`)
  })

  it('reaches comparisons and focus groups, and has a limit', async () => {
    const app = await startApp()
    const told = async (args: string[]) => {
      const { code, stdout, stderr } = await runIn(app, [...args, '--about', ABOUT, '--json', '--quiet'])
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout).result.about
    }
    expect(await told(['compare', OAT_DRINK, `${OAT_DRINK} Since 1990.`, '--personas', '3'])).toBe(ABOUT)
    expect(await told(['focus-group', 'An oat drink.\n- The price', '--personas', '3'])).toBe(ABOUT)
    const long = await runIn(app, ['run', OAT_DRINK, '--about', 'x'.repeat(1_001)])
    expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('longer than 1000 characters') })
  })
})
