export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, number or boolean as text; `null` for anything else and for blank texts. */
export function plainText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export const quotedList = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ')
