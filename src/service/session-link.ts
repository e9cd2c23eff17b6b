import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from './context.js'

/** What a session of a client is, wherever it is served. It is readable by its holder and changed by nobody. */
const SessionClaims = z.object({
  actor: z.uuid(),
  workspace: z.uuid(),
  /** When it began, in milliseconds. */
  begun: z.int(),
  /** What the client can do and which revision it speaks, as it said. */
  client: z.record(z.string(), z.unknown()),
  nonce: z.string(),
})
type SessionClaims = z.infer<typeof SessionClaims>

/** Something one process tells all others about a session. */
export const SessionNews = z.object({
  from: z.string(),
  session: z.string(),
  to: z.enum(['client', 'server', 'end']),
  message: z.record(z.string(), z.unknown()).optional(),
})
export type SessionNews = z.infer<typeof SessionNews>

/** Lets several processes serve the same sessions: ids that carry their own permission, and news between processes. */
export type SessionLink = {
  seal(claims: SessionClaims): string
  /** What a sealed id says; null for one that was changed or is none of ours. */
  open(id: string): SessionClaims | null
  tell(news: SessionNews): Promise<void>
  hear(onNews: (news: SessionNews) => void): () => void
}

export async function sessionLink({ store }: Pick<Context, 'store'>): Promise<SessionLink> {
  const secret = await store.installation.secret('mcp sessions')
  const sign = (payload: string) => createHmac('sha256', secret).update(`session\n${payload}`).digest()
  return {
    seal(claims) {
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    open(id) {
      const [payload = '', signature = ''] = id.split('.')
      const received = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      return SessionClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    },
    async tell(news) {
      await store.sessionBroadcast.send(JSON.stringify(news))
    },
    hear: (onNews) =>
      store.sessionBroadcast.subscribe((said) => {
        const news = SessionNews.safeParse(JSON.parse(said))
        if (news.success) onNews(news.data)
      }),
  }
}
