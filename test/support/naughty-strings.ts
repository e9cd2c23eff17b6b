import { readFileSync } from 'node:fs'

/** 485 strings that broke somebody's software once: the Big List of Naughty Strings, © 2015 Max Woolf, MIT License. */
export const NAUGHTY: readonly string[] = JSON.parse(
  readFileSync(new URL('naughty-strings.json', import.meta.url), 'utf8'),
)
