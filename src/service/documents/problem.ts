import { AppError } from '../../errors.js'

/** Says no to a file, in one sentence. */
export function refuse(problem: string): never {
  throw new AppError('invalid_input', { problem })
}

export const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
