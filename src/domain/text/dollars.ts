// Rounds the decimal figure half up: `toFixed` makes "0.01" of 0.015.
const FIXED = { useGrouping: false } as const

/** US dollars: "$0", "$0.07", "$12.35"; below a cent with four decimals, "$0.0042". */
export function dollars(amount: number): string {
  if (amount === 0) return '$0'
  const digits = amount < 0.01 ? 4 : 2
  return `$${amount.toLocaleString('en-US', { ...FIXED, minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
