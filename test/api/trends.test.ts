import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { SimulationResult } from '../../src/domain/simulation/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { exportLives } from '../../src/service/run/export-run.js'
import { clientOf, SMALL_TEST, serveApi } from '../support/api.js'
import { startApp, startWorkerIn, submitRequest } from '../support/app.js'

it('what the database sums up is what the result and the lives say', async () => {
  const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  const send = await clientOf(await serveApi(app), app.local)
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  const { run_id } = await submitRequest(app.local, 'simulation', { product, personas: 40, days: 14 })
  const none = await send(`GET /runs/${run_id}/trends`)
  expect(none).toMatchObject({
    status: 200,
    json: { curve: [], feelings: [], events: 'stored', frictions: [], uses: [] },
  })
  startWorkerIn(app)
  const result = (await app.until(run_id)).result as SimulationResult
  const { status, json } = await send(`GET /runs/${run_id}/trends`)
  expect(status).toBe(200)
  const survived = result.retention_curve.filter(({ day }) => day > 0)
  expect(json.curve).toEqual(
    survived.map(({ day, at_risk, rate }) => ({ day, at_risk, rate: about(rate), left: expect.any(Number) })),
  )
  const left = json.curve.reduce((sum: number, day: { left: number }) => sum + day.left, 0)
  expect(left).toBe(result.reasons.reduce((sum, { people }) => sum + people, 0))

  expect(json.feelings).toEqual(
    result.emotional_trajectory.map(({ day, feelings, n }) => ({
      ...{ day, sessions: n, confidence: about(feelings.confidence), confusion: about(feelings.confusion) },
      ...{ delight: about(feelings.delight), frustration: about(feelings.frustration) },
    })),
  )
  type Use = { target: string; tries: number; successes: number; tried: number; succeeded: number }
  const met = result.screens.filter(({ tries }) => tries > 0)
  expect(met.length).toBeGreaterThan(3)
  for (const { target, tries, tried, succeeded, success } of met)
    expect(json.uses.find((use: Use) => use.target === target)).toEqual({
      ...{ target, tries, tried, succeeded, successes: Math.round(tries * (success ?? 0)) },
    })

  const frustrated = new Map<string, { events: number; people: Set<string>; sum: number }>()
  for await (const line of exportLives(app.local, { run_id })) {
    if (!('sessions' in line)) continue
    const { persona_id, sessions } = line
    for (const { event_type, context, emotional_state } of sessions.flatMap(({ events }) => events)) {
      if (event_type !== 'action') continue
      const frustration = Math.round(1_000 * (emotional_state.frustration ?? 0))
      if (frustration <= 600) continue
      const there = frustrated.get(context.target) ?? { events: 0, people: new Set(), sum: 0 }
      frustrated.set(context.target, there)
      there.events += 1
      there.people.add(persona_id)
      there.sum += frustration / 1_000
    }
  }
  expect(frustrated.size).toBeGreaterThan(1)
  expect(new Map(json.frictions.map(({ target, ...rest }: { target: string }) => [target, rest]))).toEqual(
    new Map(
      [...frustrated].map(([target, { events, people, sum }]) => [
        target,
        { events, people: people.size, frustration: about(sum / events) },
      ]),
    ),
  )

  const [person] = result.people
  const { json: own } = await send(`GET /runs/${run_id}/trends?persona=${encodeURIComponent(person?.id ?? '')}`)
  expect(own.feelings.reduce((sum: number, day: { sessions: number }) => sum + day.sessions, 0)).toBe(person?.sessions)
  expect(own.curve.at(-1)).toEqual({
    ...{ day: person?.days, at_risk: 1 },
    ...(person?.reason === null ? { left: 0, rate: 1 } : { left: 1, rate: 0 }),
  })
  expect(Math.max(...own.uses.map(({ tried }: Use) => tried))).toBe(1)
  const nobody = await send(`GET /runs/${run_id}/trends?persona=nobody`)
  expect(nobody).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('Nobody called "nobody"') } },
  })
  const other = await send('POST /runs', SMALL_TEST)
  const refused = await send(`GET /runs/${other.json.run_id}/trends`)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Only a simulation has trends')
})

/** Rows hold thousandths. */
const about = (value: number) => expect.closeTo(value, 3)
