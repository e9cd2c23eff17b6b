import type { FakeBody } from './fake-messages-api.mjs'

/** An `answer` of the fake Messages API. */
export const sessionAnswer: (size: 'short' | 'long') => (body: FakeBody, task: string | undefined) => unknown
