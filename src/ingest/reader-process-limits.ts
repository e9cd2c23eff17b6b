export type ReaderLimits = {
  /** Megabytes of resident memory of the process, including typed arrays and libraries' memory outside the heap. */
  readonly memory_mb: number
  /** Seconds of CPU time, so that a busy machine does not cause refusals; `wall_s` limits the elapsed time. */
  readonly cpu_s: number
  readonly wall_s: number
  /** Megabytes of the answer, as it is sent back. */
  readonly output_mb: number
}

/** Limits for reading one file. */
export const READER_LIMITS: ReaderLimits = {
  memory_mb: 256,
  cpu_s: 20,
  wall_s: 60,
  output_mb: 16,
}

/** Limits for JSON that this program wrote: a persona set of a thousand people, the evidence packet of a large run. */
export const DOCUMENT_LIMITS: ReaderLimits = { memory_mb: 1_000, cpu_s: 60, wall_s: 180, output_mb: 100 }
