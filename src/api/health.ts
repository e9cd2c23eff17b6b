import { z } from 'zod'
import { answer, defineRoute, ok } from './route.js'

const HealthAnswer = z.object({
  status: z.enum(['healthy', 'unhealthy']),
  timestamp: z.iso.datetime(),
  live: z.literal(true),
  ready: z.boolean(),
  problems: z.array(z.string()),
  version: z.string(),
})

export const healthRoute = defineRoute({
  method: 'get',
  path: '/health',
  scope: null,
  id: 'getHealth',
  tag: 'Server',
  summary: 'Whether the server can do its work. With 503 it is up, but its database is not.',
  answers: { 200: HealthAnswer, 503: HealthAnswer },
  async handle({ server }) {
    const { ready, problems } = await server.health()
    const timestamp = new Date().toISOString()
    const about = { timestamp, live: true as const, ready, problems, version: server.version }
    if (ready) return ok({ status: 'healthy' as const, ...about })
    return answer(503, { status: 'unhealthy' as const, ...about }, { 'retry-after': '5' })
  },
})
