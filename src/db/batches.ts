type Waiting<In, Out> = { readonly one: In; resolve(out: Out): void; reject(error: unknown): void }

/**
 * Joins what is asked for while `work` is busy into its next turn, so that many small writes cost one. `work` answers for
 * each in order; where it fails, all of that turn fail.
 */
export function inBatches<In, Out>(
  work: (all: readonly In[]) => Promise<readonly Out[]>,
  most: number,
): (one: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let busy = false
  const turns = async (): Promise<void> => {
    while (waiting.length > 0) {
      const turn = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const answers = await work(turn.map(({ one }) => one))
        for (const [index, { resolve }] of turn.entries()) resolve(answers[index] as Out)
      } catch (error) {
        for (const { reject } of turn) reject(error)
      }
    }
    busy = false
  }
  return (one) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (busy) return
      busy = true
      void turns()
    })
}
