import { createHash } from 'node:crypto'

/** A number in [0, 1) that belongs to a text: the first 32 bits of its SHA-256. */
export const keyedShare = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE() / 2 ** 32
