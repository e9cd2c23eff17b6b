import type { z } from 'zod'
import { PressureTestInput, PressureTestResult } from './pressure-test.js'
import type { RunKind } from './run.js'

/** The documents of each kind of run that exists: what it is asked with and what it gives. */
export const KINDS = {
  pressure_test: { input: PressureTestInput, result: PressureTestResult },
} as const satisfies Partial<Record<RunKind, { input: z.ZodType; result: z.ZodType }>>

export type ExistingKind = keyof typeof KINDS
export const isExistingKind = (kind: string): kind is ExistingKind => Object.hasOwn(KINDS, kind)
