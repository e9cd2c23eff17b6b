import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCondition } from '../../src/domain/simulation/product-condition.js'
import { readProductFile, readSimulationFile } from '../../src/ingest/product-files/read-product-file.js'

const example = (name: string) => readFileSync(new URL(`../../examples/products/${name}.yaml`, import.meta.url), 'utf8')
const SLOTWISE = example('slotwise')
const lineOf = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1

describe('a product file', () => {
  it.each(['slotwise', 'evenkeel'])('%s.yaml reads cleanly', (name) => {
    const product = readProductFile(example(name), `${name}.yaml`)
    expect(product).toMatchObject({ id: name, schema: 1 })
    expect(Object.keys(product.screens)).toHaveLength(6)
  })

  it('takes a hypothesis as a sentence, too', () => {
    const text = SLOTWISE.replace(/^hypothesis: .*$/m, 'hypothesis: It helps.')
    expect(readProductFile(text, 'p.yaml').hypothesis).toMatchObject({ text: 'It helps.' })
  })

  it.each([
    ['an unknown key', 'minutes: 6', 'minuts: 6', 'did you mean "minutes"?'],
    ['an unknown key of a hypothesis', 'metric: survival', 'metrics: survival', '"metrics" is not known here'],
    ['a share in words', 'p: .22', 'p: often', 'p: This is to be a number, not "often".'],
    ['a share in per cent', 'p: .22', 'p: 22%', 'This is to be a number, not "22%". Write 0.22.'],
    [
      'a decimal comma in a set of keys',
      'p: .22,',
      'p: 0,22,',
      'A number has a point and no comma. Write 0.22, not 0,22.',
    ],
    ['another', 'p: .22,', 'p: 12,5,', 'Write 12.5, not 12,5.'],
    ['a decimal comma on a line of its own', 'wait_hours: 6', 'wait_hours: "6,5"', 'not "6,5". Write 6.5.'],
    ['less than no wait', 'wait_hours: 6', 'wait_hours: -6', 'support.wait_hours: This is to be at least 0.'],
    ['a share above 1', 'effort: .55', 'effort: 5.5', 'from 0 to 1'],
    ['a screen that is not there', 'next: [connect]', 'next: [conect]', 'There is no screen "conect"'],
    ['a need that is not there', 'needs: [signup]', 'needs: [sign-up]', 'There is no variable or screen "sign-up"'],
    ['a condition that is code', 'needs: [signup]', 'needs: ["signup || true"]', 'A condition is a name'],
    ['a flag that is not there', 'flag: guided_connect, effort', 'flag: guided, effort', 'There is no flag "guided"'],
    ['a defect that is not there', 'removes: oauth_loop', 'removes: loop', 'There is no defect "loop"'],
    ['a notification after nothing', 'after: share_link', 'after: sharing', 'There is no screen "sharing"'],
    ['a trigger of two kinds', 'idle_days: 3', 'idle_days: 3, weekday: 1', 'exactly one of'],
    ['a screen named as the help is', 'reminders:  {', 'docs:  {', 'No screen can be named "docs"'],
    ['a screen with a name of JavaScript', 'reminders:  {', 'constructor: {', 'This name is taken by the program'],
    [
      'a screen that would be lost',
      'reminders:  {',
      '__proto__:  {',
      '"__proto__" is not known here; give it another name',
    ],
    [
      'two states that are one',
      'B: { version: "1.0", flags: { guided_connect: true } }',
      'B: { version: "2.0" }',
      'have the same flags',
    ],
    [
      'a change larger than all',
      'direction: raises }',
      'direction: raises, at_least: 3 }',
      'survival can change by at most 1, not by 3',
    ],
    ['a reminder after the trial', 'reminder_day: 11', 'reminder_day: 15', 'The trial ends on day 14'],
    [
      'an entry that never opens',
      'entry: signup',
      'entry: event',
      'its entry "event" can never be opened',
      'needs: [signup]',
      'needs: [team]',
    ],
    [
      'an onboarding that never opens',
      'steps: [signup, connect, share_link]',
      'steps: [team, event]',
      'No step of the onboarding can ever be opened (team, event)',
    ],
    [
      'a screen that waits for one that waits for it',
      'clarity: .75, value: .45, minutes: 4, needs: [connected]',
      'clarity: .75, value: .45, minutes: 4, needs: [reminders]',
      'screens.event.needs: No order of steps can ever open this screen: "reminders" can never be met before it.',
      'minutes: 5, needs: [connected]',
      'minutes: 5, needs: [connected, event]',
    ],
    ['two fixes of one name', 'id: oauth-loop', 'id: guided-connect', 'two fixes named "guided-connect"'],
  ])('refuses %s with its line', (_, from, to, sentence, also = '', then = '') => {
    const line = lineOf(SLOTWISE, from)
    const read = () => readProductFile(SLOTWISE.replace(from, to).replace(also, then), 'p.yaml')
    expect(read).toThrow(sentence)
    expect(read).toThrow(`p.yaml line ${line}: `)
  })
})

describe('a part of a product', () => {
  const price = /^price:.*\n/m
  const read = (text: string) => () => readProductFile(text, 'p.yaml')

  it.each(['price: null', 'price: none', 'price: free', ''])(
    'that is no set of keys says what to write: %j',
    (given) => {
      expect(read(SLOTWISE.replace(price, `${given}\n`))).toThrow(
        'price: This is to be a set of keys, such as `price: { trial: null, plans: [], free: null }`.',
      )
    },
  )

  it('that is missing says so of sharing, too', () => {
    expect(read(SLOTWISE.replace(/^sharing:.*\n(?: .*\n)*/m, ''))).toThrow('such as `sharing: { from: [], incentive: 0')
  })
})

describe('a condition', () => {
  it.each([
    ['connected', [{ name: 'connected', at_least: 1 }]],
    ['bookings>=2', [{ name: 'bookings', at_least: 2 }]],
    [
      'a and idle_days >= 3',
      [
        { name: 'a', at_least: 1 },
        { name: 'idle_days', at_least: 3 },
      ],
    ],
    ['process.exit()', null],
    ['a or b', null],
    ['', null],
  ])('%s', (text, condition) => expect(parseCondition(text)).toEqual(condition))
})

describe('a configuration', () => {
  const read = (value: object) => {
    const reading = readSimulationFile(JSON.stringify({ product: 'slotwise', ...value }), 'c.json')
    return 'configuration' in reading ? reading : null
  }

  it.each([
    [{ features: { guided_connect: true }, version: '1.0' }],
    [{ features_enabled: { guided_connect: true }, product_version: '1.0' }],
    [{ product_state: { features: { guided_connect: true }, version: '1.0' } }],
    [{ product_state: { features: { guided_connect: true }, ui_elements: {}, data: {} }, version: '1.0' }],
  ])('names features and version in each of its forms: %j', (value) => {
    expect(read(value)?.configuration).toMatchObject({
      features_enabled: { guided_connect: true },
      product_version: '1.0',
    })
    expect(read(value)?.configuration).not.toHaveProperty('product_state')
  })

  it('tells where a flag of it stands', () => {
    const places = read({ product_state: { features: { guided: true } } })?.written.places
    expect(places?.['features_enabled.guided']).toBe('line 1: product_state.features.guided')
  })

  it('names both forms to whoever mistypes a key', () => {
    const message = () => read({ zzzzz: 1 })
    for (const form of ['features', 'features_enabled', 'version', 'product_version', 'product_state'])
      expect(message).toThrow(new RegExp(`known are .*\\b${form}\\b`))
  })

  it.each([
    [
      { product_state: { ui_elements: { menu: {} } } },
      'product_state.ui_elements: Screens are a part of the product file',
    ],
    [{ product_state: { data: { notes: 3 } } }, 'product_state.data: Variables are a part of the product file'],
    [{ product_state: 'B' }, 'product_state: Write `product_state: { features:'],
    [{ product_state: { version: '2' }, version: '1.0' }, 'This is said twice'],
    [
      { product_state: { flags: {} } },
      'The key "flags" is not known here; known are ui_elements, data, features, version.',
    ],
  ])('is told what cannot be said in it: %j', (value, sentence) => {
    expect(() => read(value)).toThrow(sentence)
  })
})
