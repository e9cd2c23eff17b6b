import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { HOSTILE_FILES } from '../support/hostile-files.mjs'
import { docxOf, pdfOf } from '../support/made-files.js'
import { sharedApp } from '../support/shared-app.js'

const CLINIC = fileURLToPath(new URL('../../examples/research/clinic-rota-interviews.md', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pt-personas-'))
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

it('generates, lists, shows, exports and imports a set, and seats a panel by its name', {
  timeout: 90_000,
}, async () => {
  const app = await startApp()
  const generated = await runIn(app, ['personas', 'generate', CLINIC, '--count', '9', '--name', 'clinic', '--quiet'])
  expect(generated).toMatchObject({ code: 0 })
  expect(generated.stdout).toContain('clinic: 9 synthetic people')
  expect(generated.stdout).toMatch(/statements are assumed/)
  expect(generated.stdout).toContain('--panel clinic')
  expect((await runIn(app, ['personas', 'list'])).stdout).toMatch(/clinic +version 1, 9 synthetic people/)
  expect(JSON.parse((await runIn(app, ['personas', 'list', '--json'])).stdout)).toHaveLength(1)
  const shown = await runIn(app, ['personas', 'show', 'clinic', 'p1'])
  expect(shown.stdout).toMatch(/“[^“”]+”\s+\(clinic-rota-interviews\.md,\s+d1-p\d+\)/)
  expect((await runIn(app, ['personas', 'show', 'clinic', 'nobody'])).code).toBe(2)
  const out = join(folder, 'set.json')
  expect((await runIn(app, ['personas', 'export', 'clinic', '--out', out])).code).toBe(0)
  expect((await runIn(app, ['personas', 'import', out, '--name', 'again'])).stdout).toContain(
    'Saved 9 synthetic people as again, version 1.',
  )

  const quoted = await runIn(app, ['run', 'Shift plans in five minutes.', '--panel', 'clinic', '--quote'])
  expect(quoted).toMatchObject({ code: 0, stdout: expect.stringContaining('costs nothing') })
  const tested = await runIn(app, [
    'run',
    'Shift plans in five minutes, 40 % fewer calls.',
    '--panel',
    'clinic,label-reader',
    '--personas',
    '4',
    '--focus-group',
    'off',
    '--json',
    '--quiet',
  ])
  expect(tested.code).toBe(0)
  const { result } = JSON.parse(tested.stdout)
  expect(result.responses.map(({ archetype }: { archetype: string }) => archetype === 'label-reader')).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(result.panel_sources.people).toHaveLength(2)
  const compared = await runIn(app, [
    'compare',
    'Plans in five minutes.',
    'Plans in five seconds.',
    '--panel',
    'again',
    '--personas',
    '6',
    '--json',
    '--quiet',
  ])
  expect(compared.code).toBe(0)
  expect(JSON.parse(compared.stdout).result.propositions[0].responses[0].persona_id).toMatch(/^again-p\d$/)
})

it('makes a set of a Word document, a PDF, archetypes and a template file together', { timeout: 120_000 }, async () => {
  const app = await startApp()
  const docx = file(
    'one.docx',
    docxOf([
      { text: 'Interview 1: Ward manager', style: 'Heading1' },
      'I lose two evenings a month to the plan. I am afraid of a machine that destroys the peace.',
    ]),
  )
  const pdf = file(
    'two.pdf',
    pdfOf(['I want to swap shifts on my phone without begging.\nIf the app tracked me I would delete it at once.']),
  )
  const template = file(
    'planner.yaml',
    'name: Shift planner\ndescription: Fills the gaps of nine wards.\nstatements:\n  - Copies names for an hour a day.\n',
  )
  const made = await runIn(app, [
    'personas',
    'generate',
    docx,
    pdf,
    '--template',
    template,
    '--template',
    'label-reader',
    '--count',
    '8',
    '--json',
    '--quiet',
  ])
  expect(made.code).toBe(0)
  const { result } = JSON.parse(made.stdout)
  expect(result.set_name).toBe('one')
  expect(result.documents.map(({ name }: { name: string }) => name)).toEqual(['one.docx', 'two.pdf'])
  expect(result.plan.archetypes.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Shift planner', 'Label reader', 'Ward manager']),
  )
})

it('makes people up from an audience in words, and says so in the set and in a panel of them', async () => {
  const app = await startApp()
  const made = await runIn(app, [...'personas generate --count 3 --quiet --audience'.split(' '), 'Shoppers over 55'])
  expect(made.code).toBe(0)
  expect(made.stdout).toContain('shoppers-over-55: 3 synthetic people')
  expect(made.stdout.replace(/\s+/g, ' ')).toContain('made up from one sentence, nobody was asked')
  const tested = await runIn(app, [
    'run',
    'Shift plans in five minutes, 40 % fewer calls.',
    ...'--panel shoppers-over-55 --personas 3 --focus-group off --quiet'.split(' '),
  ])
  expect(tested.stdout.replace(/\s+/g, ' ')).toContain('These people were made up from one sentence')
})

/** In which nothing is ever to be stored. */
const refusing = sharedApp({ works: false })
const huge = join(folder, 'huge.csv')
writeFileSync(huge, '')
truncateSync(huge, 100_000_000)

it.each([
  ['a CSV of 100 MB', [huge], /huge\.csv has 100 MB; a \.csv file may have at most 10 MB/],
  ['a missing file', [join(folder, 'nothing.md')], /There is no file/],
  ['a folder', [folder], /is a folder/],
  ['nothing at all', [], /Give at least one research document/],
  ['an unknown archetype', ['--template', 'nobody'], /Unknown archetype/],
  ['a template that is none', ['--template', file('bad.yaml', 'name: 3')], /./],
  ['an audience beside a file', [CLINIC, '--audience', 'Nurses'], /goes alone/],
  ['an audience of children', ['--audience', 'children under 5'], /16 or older/],
  ['an empty audience', ['--audience', ' '], /in a few words/],
  ['a diversity above 1', [CLINIC, '--diversity', '2'], /from 0 to 1/],
  ['a name with blanks', [CLINIC, '--name', 'my set'], /2 to 40 small letters/],
  ['a set of 5,000', [CLINIC, '--count', '5000'], /at most 1,000 people/],
])('says in one sentence what is wrong with %s, and stores nothing', async (_, args, sentence) => {
  const app = refusing()
  const refused = await runIn(app, ['personas', 'generate', ...args, '--quiet'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(sentence)
  expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  expect(await query(app.database.connectionString, 'select id from run')).toEqual([])
})

it('reads files of somebody else in a process that is ended when one wants too much', { timeout: 90_000 }, async () => {
  const app = refusing()
  const read = (use: string, name: string): Promise<{ code: number | null; stderr: string }> => {
    const found = HOSTILE_FILES.find((candidate) => candidate.name === name)
    const path = file(name, found?.bytes() ?? '')
    const command = {
      research: ['personas', 'generate', path],
      agent: ['evaluate', path],
      product: ['simulate', path],
    }[use]
    return runIn(app, command ?? [])
  }
  expect(await read('research', 'hex-flate.pdf')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('hex-flate.pdf needs more than 256 MB of memory to be read'),
  })
  expect(await read('agent', 'dashes.yaml')).toMatchObject({ code: 2, stderr: expect.stringContaining('64 levels') })
  expect(await read('product', 'deep.product.json')).toMatchObject({ code: 2 })
})

it('says in the preview which columns of a table are left out, the first of very many by name', async () => {
  const heads = ['Vorname Nachname', 'Handy', ...Array.from({ length: 22 }, (_, at) => `E-Mail ${at}`)]
  const rows = ['Anna Klein', 'Jens Holm'].map(
    (name, at) => `${name};+49 30 90182${at};${'a@b.dk;'.repeat(22)}I lose an hour a day copying lists.`,
  )
  const table = file('users.csv', `${heads.join(';')};comment\n${rows.join('\n')}\n`)
  const { stdout } = await runIn(refusing(), ['personas', 'generate', table, '--preview'])
  const said = stdout.replace(/\s+/g, ' ')
  expect(said).not.toContain('Nothing that is recognised')
  expect(said).toContain('users.csv: columns dropped (names of people): Vorname Nachname')
  expect(said).toContain('users.csv: columns dropped (telephone numbers): Handy')
  expect(said).toMatch(/users\.csv: columns dropped \(e-mail addresses\): E-Mail 0, .*E-Mail 19 and 2 more/)
})

it('says in the preview which groups of a table would be stored, with their sizes', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `u-${at}00;${at % 3 ? 'Team' : 'Free'};I lose an hour a day copying.`,
  )
  const table = file('groups.csv', `user_id;plan;What annoys you?\n${rows.join('\n')}\n`)
  const { stdout } = await runIn(refusing(), ['personas', 'generate', table, '--preview'])
  expect(stdout.slice(stdout.indexOf('What would be stored')).replace(/\s+/g, ' ')).toContain(
    'groups.csv, of each of 12 records plan: Team (8), Free (4) its number as a keyed hash groups.csv What was written in: What annoys you? I lose an hour',
  )
})

it('keeps two people of one surname apart, each with their own words, and the words of everyday in place', async () => {
  const app = await startApp()
  const anna = ['Mein Kalender hängt jeden Morgen.', 'Ich finde den Preis gut.']
  const jens = ['Mir fehlt dafür die Zeit.', 'Was sagt denn das Amt, frage ich mich.']
  const lines = [
    `Anna Brandt: ${anna[0]}`,
    `Jens Brandt: ${jens[0]}`,
    `Frau Brandt: ${anna[1]}`,
    `Herr Brandt: ${jens[1]}`,
  ]
  const path = file('two.md', `# Interview-Protokoll Kita-App\n\n${lines.join('\n')}\n`)
  const generated = await runIn(app, ['personas', 'generate', path, '--count', '3', '--name', 'two', '--quiet'])
  expect(generated).toMatchObject({ code: 0 })
  const out = join(folder, 'two.json')
  await runIn(app, ['personas', 'export', 'two', '--out', out])
  const { personas } = JSON.parse(readFileSync(out, 'utf8')) as { personas: { own_words: string[] }[] }
  const words = personas.map(({ own_words }) => own_words.join(' '))
  expect(new Set(words)).toEqual(new Set([anna.join(' '), jens.join(' ')]))
})

it('keeps no person’s name out of the name of a file, and says so before anything is stored', async () => {
  const app = await startApp()
  const text = readFileSync(CLINIC)
  const docs = [
    file('Interview_Annegret-Brandstetter.md', text),
    file('Interview_Heike-Brandstetter.md', text),
    file('ward-managers-2024-05-17.md', text),
  ]
  const preview = await runIn(app, ['personas', 'generate', ...docs, '--preview'])
  const said = preview.stdout.replace(/\s+/g, ' ')
  const [, stored = ''] =
    /Interview_Annegret-Brandstetter\.md would be called (Interview_Person [A-Z]+)\.md\./.exec(said) ?? []
  expect(said).toContain(`Interview_Heike-Brandstetter.md would be called ${stored} 2.md.`)
  expect(said).not.toContain('ward-managers-2024-05-17.md would be called')
  const { code } = await runIn(app, ['personas', 'generate', ...docs, '--count', '9', '--quiet'])
  expect(code).toBe(0)
  const [{ kept } = { kept: '' }] = await query<{ kept: string }>(
    app.env.DATABASE_URL ?? '',
    `select concat((select json_agg(r) from run r)::text, (select json_agg(r) from result r)::text, (select json_agg(s) from persona_set s)::text) as kept`,
  )
  expect(kept).toContain(`${stored}.md`)
  expect(kept).toContain(`${stored} 2.md`)
  expect(kept).toContain(stored.toLowerCase().replace(/[ _]/g, '-'))
  expect(kept).not.toMatch(/brandstetter/i)
})

it('says of a document what has to be changed for it to be a persona set', async () => {
  const { code, stderr } = await runIn(refusing(), ['personas', 'import', file('list.json', '[{"id":7}]')])
  expect(code).toBe(2)
  expect(stderr.trim()).toMatch(/That is no persona set: 0\.id: it has to be a text; give what `personas export` wrote/)
})

it.each([
  ['personas', 'import'],
  ['runs', 'verify'],
])('%s %s reads a file of somebody else apart, and refuses it in one sentence', async (...command) => {
  const huge = file('huge.json', '{}')
  truncateSync(huge, 150_000_000)
  const refused: [string, RegExp][] = [
    [
      file('deep.json', `${'['.repeat(900_000)}${']'.repeat(900_000)}`),
      /deep\.json is nested more than 64 levels deep\./,
    ],
    [file('many.json', `[${'[],'.repeat(5_500_000)}[]]`), /many\.json has more than 5,000,000 parts; split it\./],
    [huge, /huge\.json is larger than \d+ MB; /],
    [file('half.json', '[{"id":'), /half\.json is not valid JSON\./],
    [file('none.json', '{"a":1}'), /is no persona set|none\.json is not an evidence packet/],
    [join(folder, 'nowhere.json'), /There is no file .*nowhere\.json\./],
  ]
  for (const [path, sentence] of refused) {
    const { code, stderr } = await runIn(refusing(), [...command, path])
    expect(code, path).toBe(2)
    expect(stderr.trim(), path).toMatch(sentence)
  }
})
