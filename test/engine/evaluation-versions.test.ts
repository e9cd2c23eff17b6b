import { describe, expect, it } from 'vitest'
import { countVersion } from '../../src/domain/evaluation/agent-versions.js'
import { judgePlays } from '../../src/domain/evaluation/judge-models.js'

const known = (...contents: [version: string, content_hash: string][]) =>
  contents.map(([version, content_hash]) => ({ version, content_hash }))

describe('the version of a content', () => {
  it.each([
    ['an agent seen for the first time', known(), '7', 'a', { version: '7', changed_since: null }],
    ['the same content', known(['3', 'a']), '3', 'a', { version: '3', changed_since: null }],
    [
      'the same content by its former name',
      known(['1', 'a'], ['2', 'b']),
      '1',
      'b',
      { version: '2', changed_since: null },
    ],
    ['the same content by a new name', known(['1', 'a']), 'spring', 'a', { version: 'spring', changed_since: null }],
    ['another content, called as before', known(['3', 'a']), '3', 'b', { version: '4', changed_since: '3' }],
    ['another content with a name of its own', known(['3', 'a']), '5', 'b', { version: '5', changed_since: '3' }],
    [
      'another content under a name that is taken',
      known(['1', 'a'], ['2', 'b']),
      '1',
      'c',
      { version: '3', changed_since: '2' },
    ],
    ['a file that names no version any more', known(['3', 'a']), '1', 'b', { version: '4', changed_since: '3' }],
    ['an earlier content', known(['1', 'a'], ['2', 'b']), '1', 'a', { version: '1', changed_since: '2' }],
    [
      'names that are no numbers',
      known(['spring', 'a']),
      'spring',
      'b',
      { version: 'spring (2)', changed_since: 'spring' },
    ],
    [
      'and the one after',
      known(['spring', 'a'], ['spring (2)', 'b']),
      'spring',
      'c',
      { version: 'spring (3)', changed_since: 'spring (2)' },
    ],
  ])('%s', (_, contents, named, hash, version) => {
    expect(countVersion(contents, named, hash)).toEqual(version)
  })
})

describe('a judge that plays', () => {
  it('is seen by its name, whatever date or alias is asked for', () => {
    expect(judgePlays({ agent: 'claude-x', prospect: 'claude-y', judges: ['claude-z'] })).toEqual([])
    expect(judgePlays({ agent: 'claude-x-20260101', prospect: 'claude-y', judges: ['claude-z', 'claude-x'] })).toEqual([
      'agent',
    ])
    expect(judgePlays({ agent: 'x', prospect: 'x-latest', judges: ['x'] })).toEqual(['agent', 'prospect'])
    expect(judgePlays({ agent: null, prospect: null, judges: ['x'] })).toEqual([])
  })
})
