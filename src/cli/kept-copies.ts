/** A sentence about runs that keep copies of what was deleted, '' where there are none; null: they were not looked up. */
export function keptCopies(used_by: readonly string[] | null, which: string): string {
  if (used_by === null) return 'Runs may keep copies: looking them up took too long.\n'
  if (used_by.length === 0) return ''
  return `These runs ${which}; delete them with \`runs delete\`: ${used_by.join(', ')}.\n`
}
