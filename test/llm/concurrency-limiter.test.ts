import { describe, expect, it } from 'vitest'
import { createConcurrencyLimiter } from '../../src/llm/concurrency-limiter.js'
import { never } from './harness.js'

const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Queues callers and notes in which order they got in. */
function queue(limiter: ReturnType<typeof createConcurrencyLimiter>, callers: string[]): string[] {
  const entered: string[] = []
  for (const caller of callers) {
    const [lane = ''] = caller.split('-')
    void limiter.acquire(lane, never()).then(() => entered.push(caller))
  }
  return entered
}

describe('the concurrency limiter', () => {
  it('lets in as many calls as it has slots', async () => {
    const limiter = createConcurrencyLimiter(2)
    const entered = queue(limiter, ['a-1', 'a-2', 'a-3'])
    await tick()
    expect(entered).toEqual(['a-1', 'a-2'])
    limiter.release()
    await tick()
    expect(entered).toEqual(['a-1', 'a-2', 'a-3'])
  })

  it('lets lanes take turns, not callers', async () => {
    const limiter = createConcurrencyLimiter(1)
    const entered = queue(limiter, ['big-0', 'big-1', 'big-2', 'big-3', 'big-4', 'small-1', 'small-2', 'other-1'])
    for (let i = 0; i < 8; i += 1) {
      await tick()
      limiter.release()
    }
    expect(entered).toEqual(['big-0', 'big-1', 'small-1', 'other-1', 'big-2', 'small-2', 'big-3', 'big-4'])
  })

  it('rejects a cancelled caller with its reason and forgets it', async () => {
    const limiter = createConcurrencyLimiter(1)
    await limiter.acquire('a', never())
    const impatient = new AbortController()
    const waiting = limiter.acquire('b', impatient.signal)
    const entered = queue(limiter, ['c-1'])
    impatient.abort(new Error('no longer needed'))
    await expect(waiting).rejects.toThrow('no longer needed')
    await expect(limiter.acquire('b', impatient.signal)).rejects.toThrow('no longer needed')
    limiter.release()
    await tick()
    expect(entered).toEqual(['c-1'])
  })

  it('pauses all lanes, and a shorter pause does not end a longer one', async () => {
    const limiter = createConcurrencyLimiter(5)
    limiter.pause(60)
    limiter.pause(5)
    const entered = queue(limiter, ['a-1', 'b-1'])
    setTimeout(() => entered.push('timer of 20 ms'), 20)
    await limiter.acquire('c', never())
    expect(entered).toEqual(['timer of 20 ms', 'a-1', 'b-1'])
  })
})
