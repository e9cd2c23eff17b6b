/** US dollars: "$0", "$0.07", "$12.35"; below a cent with four decimals, "$0.0042". */
export function dollars(amount: number): string {
  if (amount === 0) return '$0'
  return `$${amount.toFixed(amount < 0.01 ? 4 : 2)}`
}
