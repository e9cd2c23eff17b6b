const MAX_INT16 = 32_767

export function unitVector(vector: readonly number[]): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return Float32Array.from(vector, (value) => value / length)
}

/** A unit vector as stored: 16 bits a number, more precise than a similarity needs. */
export const pack = (vector: Float32Array): string =>
  Buffer.from(Int16Array.from(vector, (value) => Math.round(value * MAX_INT16)).buffer).toString('base64')

export function unpack(packed: string): Float32Array {
  const bytes = Buffer.from(packed, 'base64')
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) / MAX_INT16)
}

/** The cosine of two unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < Math.min(a.length, b.length); i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
