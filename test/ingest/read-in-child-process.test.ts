import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { childReaderFor, readInChildProcess, readWithin } from '../../src/ingest/read-in-child-process.js'
import { READER_LIMITS } from '../../src/ingest/reader-process-limits.js'
import { checkResearch } from '../../src/service/requests/persona-generation.js'
import { HOSTILE_FILES } from '../support/hostile-files.mjs'
import { blackPng, emptyPng, pdfOf, pngOf } from '../support/made-files.js'

const hostile = (name: string): Buffer => {
  const file = HOSTILE_FILES.find((candidate) => candidate.name === name)
  if (!file) throw new Error(`There is no hostile file ${name}.`)
  return file.bytes()
}
const research = (name: string, bytes: Buffer) => ['research', name, [{ name, bytes }], 'key'] as const

describe('a file of somebody else, read in a process of its own', () => {
  it('comes back as it would have been read here', async () => {
    const words = 'Nobody has time for training, said the nurse on the night shift.'
    const { documents } = await readInChildProcess(...research('a.pdf', pdfOf([words])))
    expect(documents).toEqual([{ name: 'a.pdf', text: words }])
    expect(await readInChildProcess('text', 'a.md', Buffer.from(words), 'a.md')).toBe(words)
    const page = { name: 'a.md', bytes: Buffer.from(`# Slotwise\n\n${words}\n\n- Book a meeting`) }
    const { draft } = await readInChildProcess('page', 'a.md', page)
    expect(draft.found.get('name')).toBe('Slotwise')
  })

  it('is refused with the sentence of its reader', async () => {
    await expect(readInChildProcess('product', 'p.yaml', 'screens: [', 'p.yaml')).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('p.yaml'),
    })
  })

  it.each(['three-filters.pdf', 'flate.pdf', 'hex-flate.pdf'])(
    '%s is ended by the memory it takes outside the heap',
    async (name) => {
      await expect(checkResearch([{ name, bytes: hostile(name) }])).rejects.toThrow(
        `${name} needs more than 256 MB of memory to be read; give its text alone, or a part of it.`,
      )
    },
  )

  it('is ended by the memory that its picture takes, and refused before it is decoded where it has too many pixels', async () => {
    const read = (name: string, bytes: Buffer) => readInChildProcess('stimulus', name, { name, bytes })
    await expect(read('woven.png', blackPng(5_500, 5_500, { interlaced: true }))).rejects.toThrow(
      'woven.png needs more than 256 MB of memory to be read',
    )
    await expect(read('vast.png', emptyPng(60_000, 60_000))).rejects.toThrow(
      'vast.png has 60000 × 60000 pixels; at most 110 million can be read: scale it down, or cut it into several.',
    )
    await expect(read('cut.png', blackPng(3_000, 3_000).subarray(0, 2_000))).rejects.toThrow('cut.png is no PNG')
    // Small enough to be shown as it is.
    const small = pngOf(800, 600)
    await expect(read('small.png', small)).resolves.toMatchObject({ picture: { width: 800, height: 600 } })
    await expect(read('half.png', small.subarray(0, small.length - 40))).rejects.toThrow('half.png is no PNG')
  })

  it('is ended when its time is up, also where nothing else has a turn in its process', async () => {
    const read = readWithin({ ...READER_LIMITS, cpu_s: 0.5 })
    // The pages of the PDF are read one after the other, so that they do not need their memory together.
    for (const name of ['nested-lists.html', 'many-streams.pdf'])
      await expect(read(...research(name, hostile(name)))).rejects.toThrow(
        `${name} needs more than 0.5 seconds of processor time to be read; give its text alone, or a part of it.`,
      )
  })

  it('is ended when what it says is too much', async () => {
    const read = readWithin({ ...READER_LIMITS, output_mb: 0.1 })
    await expect(read('text', 'a.md', Buffer.alloc(150_000, 'words '), 'a.md')).rejects.toThrow(
      'a.md holds more than 0.1 MB once it is read; give a part of it.',
    )
  })

  it('is read by the executable of a desktop host, which is Node only when it is told to be', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pt-host-'))
    const { execPath } = process
    const host = join(folder, 'host')
    onTestFinished(async () => {
      process.execPath = execPath
      await rm(folder, { recursive: true })
    })
    await writeFile(host, `#!/bin/sh\n[ "$ELECTRON_RUN_AS_NODE" = 1 ] && exec '${execPath}' "$@"\n`, { mode: 0o755 })
    process.execPath = host
    expect(await readInChildProcess('text', 'a.md', Buffer.from('words'), 'a.md')).toBe('words')
  })

  it('keeps what its bytes say out of this process', async () => {
    const name = 'prototype.json'
    await readInChildProcess(...research(name, hostile(name))).catch(() => {})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('files of several workspaces', () => {
  const words = (workspace: string) => childReaderFor(workspace)('text', 'a.md', Buffer.from('words'), 'a.md')

  it('of one wait behind each other, and leave places and turns to others', async () => {
    const ended: string[] = []
    const read = (workspace: string) => words(workspace).then(() => ended.push(workspace))
    const busy = Array.from({ length: 12 }, () => read('busy'))
    const other = read('other')
    const refused = (await Promise.allSettled(busy)).filter(({ status }) => status === 'rejected')
    const reason = expect.objectContaining({
      code: 'too_many_requests',
      message:
        '8 files of this workspace wait to be read already, as many as may now; send this one when some of them are read.',
    })
    expect(refused).toEqual(Array(2).fill({ status: 'rejected', reason }))
    await other
    // One place is never held by those who hold the others.
    expect(ended.indexOf('other')).toBeLessThan(6)
  })

  it('that are slow hold all places but one, however many of them one workspace has', async () => {
    const slow = readWithin({ ...READER_LIMITS, cpu_s: 2 }, 'slow')
    let ended = 0
    const name = 'nested-lists.html'
    const held = Array.from({ length: 3 }, () =>
      slow(...research(name, hostile(name))).catch(() => {
        ended += 1
      }),
    )
    expect(await words('other')).toBe('words')
    expect(ended).toBe(0)
    await Promise.all(held)
  })
})

it('says of what ran out of time on the clock that the machine may be busy', async () => {
  const read = readWithin({ ...READER_LIMITS, wall_s: 0.05 })
  await expect(read('text', 'a.md', Buffer.from('words'), 'a.md')).rejects.toThrow(
    'a.md was not read within 0.05 seconds, as on a busy machine; try again later, or give its text alone, or a part of it.',
  )
})

/** One of each way to be hostile that ends within a second; the bench reads all of them. */
const QUICK = [
  'own-parent.pdf',
  'billion-pages.pdf',
  'cut.pdf',
  'parts.docx',
  'cut.docx',
  'nested-div.html',
  'mail.csv',
  'columns.csv',
  'controls.txt',
  'wrong-encoding.txt',
]
it.each(QUICK)('%s gets one sentence that names it', async (name) => {
  const error = await checkResearch([{ name, bytes: hostile(name) }]).catch((reason: Error) => reason)
  expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(name) })
  expect((error as Error).message).not.toMatch(/\n|\.\s+[A-Z]/)
})

it.each(['nested-div.html', 'parts.docx', 'controls.txt', 'wrong-encoding.txt'])(
  '%s as a proposition gets one sentence that names it',
  async (name) => {
    const read = readInChildProcess('stimulus', name, { name, bytes: hostile(name) })
    await expect(read).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(name) })
  },
)

it('there are at least fifty hostile files, each the same whenever it is made', () => {
  expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(50)
  expect(new Set(HOSTILE_FILES.map(({ name }) => name)).size).toBe(HOSTILE_FILES.length)
  for (const { name, bytes } of HOSTILE_FILES.filter(({ use }) => use !== 'research'))
    expect(bytes().equals(bytes()), name).toBe(true)
})
