import { describe, expect, it } from 'vitest'
import { createGate } from '../../src/llm/gate.js'
import { never } from './harness.js'

const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Queues callers and notes in which order they got in. */
function queue(gate: ReturnType<typeof createGate>, callers: string[]): string[] {
  const entered: string[] = []
  for (const caller of callers) {
    const [lane = ''] = caller.split('-')
    void gate.enter(lane, never()).then(() => entered.push(caller))
  }
  return entered
}

describe('the gate', () => {
  it('lets as many in as it has places', async () => {
    const gate = createGate(2)
    const entered = queue(gate, ['a-1', 'a-2', 'a-3'])
    await tick()
    expect(entered).toEqual(['a-1', 'a-2'])
    gate.leave()
    await tick()
    expect(entered).toEqual(['a-1', 'a-2', 'a-3'])
  })

  it('gives turns to lanes, not to callers', async () => {
    const gate = createGate(1)
    const entered = queue(gate, ['big-0', 'big-1', 'big-2', 'big-3', 'big-4', 'small-1', 'small-2', 'other-1'])
    for (let i = 0; i < 8; i += 1) {
      await tick()
      gate.leave()
    }
    expect(entered).toEqual(['big-0', 'big-1', 'small-1', 'other-1', 'big-2', 'small-2', 'big-3', 'big-4'])
  })

  it('forgets who gave up, with their reason', async () => {
    const gate = createGate(1)
    await gate.enter('a', never())
    const impatient = new AbortController()
    const waiting = gate.enter('b', impatient.signal)
    const entered = queue(gate, ['c-1'])
    impatient.abort(new Error('no longer needed'))
    await expect(waiting).rejects.toThrow('no longer needed')
    await expect(gate.enter('b', impatient.signal)).rejects.toThrow('no longer needed')
    gate.leave()
    await tick()
    expect(entered).toEqual(['c-1'])
  })

  it('pauses for everybody, and a shorter pause does not end a longer one', async () => {
    const gate = createGate(5)
    gate.pause(60)
    gate.pause(5)
    const entered = queue(gate, ['a-1', 'b-1'])
    setTimeout(() => entered.push('timer of 20 ms'), 20)
    await gate.enter('c', never())
    expect(entered).toEqual(['timer of 20 ms', 'a-1', 'b-1'])
  })
})
