export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The mean; 0 for no values. */
export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? 0
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The standard deviation of a sample: n − 1 in the denominator. */
export function sampleDeviation(values: readonly number[]): number {
  const average = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0)
  return Math.sqrt(squares / Math.max(1, values.length - 1))
}

export const tenth = (value: number): number => Math.round(value * 10) / 10
export const hundredth = (value: number): number => Math.round(value * 100) / 100
export const thousandth = (value: number): number => Math.round(value * 1_000) / 1_000
