export type ReaderLimits = {
  /** Resident memory of the process, typed arrays and what libraries hold outside the heap included. */
  readonly memory_mb: number
  /** Seconds of computing, so that a busy machine refuses nothing; waiting is limited by `wall_s`. */
  readonly cpu_s: number
  readonly wall_s: number
  /** Of what was read, as it comes back. */
  readonly output_mb: number
}

/** What reading one file may take. */
export const READER_LIMITS: ReaderLimits = {
  memory_mb: 256,
  cpu_s: 20,
  wall_s: 90,
  output_mb: 16,
}
