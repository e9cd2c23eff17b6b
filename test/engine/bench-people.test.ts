import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { answersWith } from '../support/fake-persona.js'
import { type Env, freshEnv, startScript } from '../support/processes.js'

const SCRIPT = fileURLToPath(new URL('../../bench/people.mjs', import.meta.url))
const HEAD = 'stimulus,category,question,share_1,share_2,share_3,share_4,share_5,n'
const QUESTION = 'How likely would you be to buy this?'

async function bench(dataset: string, { env = {}, args = [] as string[], name = 'answers.csv' } = {}) {
  const given: Env = await freshEnv(env)
  const path = join(given.HOME as string, name)
  await writeFile(path, dataset)
  return startScript([SCRIPT, path, ...args], given).finished
}

const DATASET = [
  HEAD,
  `"Soap for hands, two pounds a bar.",fmcg,${QUESTION},0,0,0.1,0.4,0.5,200`,
  `"Socks of wool, nine pounds a pair.",fmcg,${QUESTION},0.1,0.2,0.4,0.2,0.1,150`,
  `"A bag of nettles, forty pounds.",fmcg,${QUESTION},0.7,0.2,0.1,0,0,180`,
].join('\n')

/** The panel likes soap, shrugs at socks and wants no nettles. */
const answer = answersWith(({ task, system }) => {
  if (task !== 'respond') return {}
  if (system.includes('Soap')) return { purchase_statement: 'I would definitely buy it.' }
  return {
    purchase_statement: system.includes('nettles') ? 'I would definitely not buy it.' : 'I would probably buy it.',
  }
})

const columns = (line: string) => line.split('|').map((cell) => cell.trim())

describe('the bench of published answers', () => {
  it('puts the panel beside the people, a constant, a uniform guess and chance', async () => {
    const api = await fakeMessagesApi({ answer })
    const env = { ANTHROPIC_BASE_URL: api.url, DATABASE_URL: await testDatabase() }
    const { code, stdout, stderr } = await bench(DATASET, { env, args: ['--people', '3', '--yes'] })
    await api.close()
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const rows = new Map(
      stdout.split('\n').flatMap((line) => (line.startsWith('|') ? [[columns(line)[1], columns(line)]] : [])),
    )
    const [, , error, , ks, r] = rows.get('the panel') ?? []
    // People: 4.4, 3 and 1.4; the panel: nearly 5, 4 and 1.
    expect(Number(error)).toBeGreaterThan(0.5)
    expect(Number(error)).toBeLessThan(0.7)
    expect(Number(ks)).toBeGreaterThan(0.5)
    expect(Number(r)).toBeGreaterThan(0.9)
    expect(rows.get('always 3')).toEqual(['', 'always 3', '1.00', '+0.07', '0.30', '–', ''])
    expect(rows.get('a uniform guess')).toEqual(['', 'a uniform guess', '1.00', '+0.07', '0.63', '–', ''])
    expect(Number(rows.get('people asked again')?.[2])).toBeLessThan(0.15)
    expect(rows.has('answers at random')).toBe(true)
    expect(stdout).toContain('3 texts, 530 answers of people')
    expect(stdout).toContain(`people were asked: ${QUESTION}`)
    expect(api.requests.length).toBeGreaterThan(9)
  })

  it('says what it would cost and asks nobody before it is told to', async () => {
    const api = await fakeMessagesApi({ answer })
    const env = { ANTHROPIC_BASE_URL: api.url, DATABASE_URL: await testDatabase() }
    const { code, stdout, stderr } = await bench(DATASET, { env })
    await api.close()
    expect(stdout).toMatch(/^3 texts before 30 synthetic people each: about \$\d+\.\d\d\n$/)
    expect(stderr).toBe('Nobody was asked; add --yes to ask them.\n')
    expect(code).toBe(2)
    expect(api.requests).toHaveLength(0)
  })

  it('refuses a dataset with every wrong line', async () => {
    const row = (category: string, shares: string, question = QUESTION) => `Soap.,${category},${question},${shares},10`
    const dataset = [
      HEAD,
      row('fmcg', '0.5,0.5,0.5,0,0'),
      row('fmcg', '0,0,10,40,50'),
      row('soap', '0,0,0.1,0.4,0.5'),
      row('fmcg', '0,0,0.1,0.4,0.5', ''),
    ].join('\n')
    const { code, stdout, stderr } = await bench(dataset)
    expect(stderr).toContain('answers.csv line 2: The five shares sum to 1.5, not to 1.')
    expect(stderr).toContain('answers.csv line 3: share_3: A share lies from 0 to 1; write 12 % as 0.12.')
    expect(stderr).toContain('answers.csv line 4: category: "soap" is not known here')
    expect(stderr).toContain('answers.csv line 5: question: This is missing.')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  it('refuses one without a column it needs', async () => {
    const { code, stderr } = await bench('stimulus,category,question,share_1\nSoap.,fmcg,Why?,1')
    expect(stderr).toContain('share_2')
    expect(code).toBe(2)
  })

  it('reads JSON lines too, and judges nothing offline', async () => {
    const row = {
      stimulus: 'Soap.',
      category: 'fmcg',
      question: QUESTION,
      share_1: 0,
      share_2: 0,
      share_3: 0.1,
      share_4: 0.4,
      share_5: 0.5,
      n: 10,
    }
    const { code, stderr } = await bench(JSON.stringify(row), { name: 'answers.jsonl' })
    expect(stderr).toBe('The offline model judges nothing; set ANTHROPIC_API_KEY.\n')
    expect(code).toBe(2)
  })
})
