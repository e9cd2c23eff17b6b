// npm run bench:simulation : synthetic people living with a product, without a model or a database. How time and memory grow,
// which way each change moves the mean lifetime, and whether a broken onboarding and its repair are seen. Needs a build.
// node --expose-gc bench/simulation.mjs [growth directions sense example]
import { readFileSync } from 'node:fs'
import { judgeHypothesis, pairedEffect } from '../dist/engine/simulation/analysis/effect.js'
import { outcomeDistribution, reasonsForLeaving } from '../dist/engine/simulation/analysis/endings.js'
import { feelingsByDay } from '../dist/engine/simulation/analysis/feelings-by-day.js'
import { frictionPoints, valueMoments } from '../dist/engine/simulation/analysis/friction.js'
import { retention } from '../dist/engine/simulation/analysis/retention.js'
import { collectRows } from '../dist/engine/simulation/analysis/rows.js'
import { screenFunnel, useByScreen } from '../dist/engine/simulation/analysis/screens.js'
import { diary } from '../dist/engine/simulation/diary.js'
import { journey } from '../dist/engine/simulation/journey.js'
import { marketSize, scaleFree, smallWorld } from '../dist/engine/simulation/network/market.js'
import { referralTrees, shareOfTopSenders } from '../dist/engine/simulation/network/referral-trees.js'
import { spread } from '../dist/engine/simulation/network/spread.js'
import { viralCoefficient } from '../dist/engine/simulation/network/viral-coefficient.js'
import { productState } from '../dist/engine/simulation/product-state.js'
import { readProductFile } from '../dist/ingest/product-files/read-product-file.js'
import { simulatedPeople } from '../test/support/simulated-people.mjs'

const asked = process.argv.slice(2)
const wanted = (name) => asked.length === 0 || asked.includes(name)
const example = (name) =>
  readProductFile(readFileSync(new URL(`../examples/products/${name}.yaml`, import.meta.url), 'utf8'), name)
const SLOTWISE = example('slotwise')
const DAYS = 30
const failures = []
const live = (person, product, seed, more = {}) =>
  journey({ seed, person, product, calibration: null, answers: null, days: DAYS, ...more })
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Nanoseconds of one step of plain arithmetic on this machine now: what times are divided by. */
function floorStep() {
  const from = process.cpuUsage()
  let x = 1
  for (let i = 0; i < 3e7; i++) x = Math.sqrt(x * 1.0000001 + 1)
  return x > 0 ? (process.cpuUsage(from).user / 3e7) * 1e3 : 0
}

if (wanted('growth')) {
  const product = productState(SLOTWISE, 'A')
  for (const person of simulatedPeople(500)) live(person, product, 2)
  console.log('people  days   cpu s   µs/session  floor steps  sessions    events   heap MB')
  const perPersonDay = new Map()
  for (const [people, days] of [
    [1_000, 30],
    [10_000, 30],
    [1_000, 60],
    [1_000, 120],
  ]) {
    const everybody = simulatedPeople(people)
    const floor = floorStep()
    globalThis.gc?.()
    const from = process.cpuUsage()
    let [sessions, events, personDays] = [0, 0, 0]
    for (const person of everybody) {
      const lived = live(person, product, 1, { days })
      sessions += lived.sessions.length
      personDays += lived.days
      for (const session of lived.sessions) events += session.events.length
    }
    const { user, system } = process.cpuUsage(from)
    const seconds = (user + system) / 1e6
    globalThis.gc?.()
    const heap = process.memoryUsage().heapUsed / 2 ** 20
    perPersonDay.set(`${people}/${days}`, (user + system) / personDays / floor)
    const each = (seconds * 1e6) / sessions
    console.log(
      [
        people,
        days,
        seconds.toFixed(2),
        each.toFixed(1),
        ((each * 1e3) / floor).toFixed(0),
        sessions,
        events,
        heap.toFixed(1),
      ]
        .map((cell, i) => String(cell).padStart([6, 5, 7, 12, 12, 9, 9, 9][i]))
        .join(' '),
    )
  }
  const ratio = perPersonDay.get('10000/30') / perPersonDay.get('1000/30')
  console.log(`time a person and day, 10,000 people against 1,000: ${ratio.toFixed(2)} (bar 1.10)`)
  if (ratio > 1.1) failures.push(`growth ${ratio.toFixed(2)}`)
}

/** A copy of the product with a change at every screen. */
const screens = (change) => ({
  ...SLOTWISE,
  screens: Object.fromEntries(
    Object.entries(SLOTWISE.screens).map(([id, screen]) => [id, { ...screen, ...change(screen) }]),
  ),
})
const limit = (value) => Math.min(1, Math.max(0, value))
const defects = (change) =>
  screens((screen) => ({ defects: screen.defects.map((defect) => ({ ...defect, ...change(defect) })) }))
const LEVELS = [0, 0.25, 0.5, 0.75, 1]
/** What is turned up, and whether mean days may then only rise or only fall. `at(0…1)`: product and traits. */
const DIRECTIONS = [
  ['patience', 'up', (x) => ({ traits: { patience: 0.1 + 0.8 * x } })],
  ['value', 'up', (x) => ({ product: screens(({ value }) => ({ value: limit(value * (0.5 + x)) })) })],
  ['clarity', 'up', (x) => ({ product: screens(({ clarity }) => ({ clarity: limit(clarity - 0.4 + 0.4 * x) })) })],
  ['documentation fit', 'up', (x) => ({ product: { ...SLOTWISE, docs: { ...SLOTWISE.docs, helps: 0.6 * x } } })],
  [
    'support speed',
    'up',
    (x) => ({ product: { ...SLOTWISE, support: { ...SLOTWISE.support, wait_hours: 120 - 119.5 * x } } }),
  ],
  ['effort', 'down', (x) => ({ product: screens(({ effort }) => ({ effort: limit(effort * (0.5 + 1.5 * x)) })) })],
  ['defect p', 'down', (x) => ({ product: defects(() => ({ p: 0.8 * x })) })],
  ['defect severity', 'down', (x) => ({ product: defects(() => ({ p: 0.3, severity: 0.35 + 0.65 * x })) })],
  [
    'price',
    'down',
    (x) => ({ product: { ...SLOTWISE, price: { ...SLOTWISE.price, plans: [{ id: 'pro', per_month: 1 + 60 * x }] } } }),
  ],
  [
    'annoyance',
    'down',
    (x) => ({
      product: { ...SLOTWISE, notifications: SLOTWISE.notifications.map((one) => ({ ...one, annoyance: 0.3 * x })) },
    }),
  ],
]

if (wanted('directions')) {
  const seeds = Array.from({ length: 12 }, (_, index) => index + 1)
  console.log(
    `\nmean days, 300 people, paired, seeds 1–${seeds.length}: the mean of all seeds by level, and steps the wrong way`,
  )
  let reversals = 0
  for (const [name, way, at] of DIRECTIONS) {
    const bySeed = seeds.map((seed) =>
      LEVELS.map((level) => {
        const { product = SLOTWISE, traits = {} } = at(level)
        const state = productState(product, 'A')
        return mean(simulatedPeople(300, traits).map((person) => live(person, state, seed).days))
      }),
    )
    const wrong = bySeed.flatMap((days) =>
      days.slice(1).filter((day, i) => (way === 'up' ? day < days[i] : day > days[i])),
    ).length
    const overall = LEVELS.map((_, i) => mean(bySeed.map((days) => days[i])))
    const reversed = overall.slice(1).some((day, i) => (way === 'up' ? day < overall[i] : day > overall[i]))
    reversals += wrong
    console.log(
      `${name.padEnd(18)} ${way.padEnd(5)} ${overall.map((day) => day.toFixed(2)).join('  ')}   ${wrong} of ${seeds.length * (LEVELS.length - 1)}`,
    )
    if (reversed) failures.push(`${name} goes the wrong way`)
  }
  console.log(`steps the wrong way in all: ${reversals}`)
}

if (wanted('sense')) {
  const broken = {
    ...SLOTWISE,
    screens: {
      ...SLOTWISE.screens,
      connect: {
        ...SLOTWISE.screens.connect,
        clarity: 0.2,
        defects: [{ ...SLOTWISE.screens.connect.defects[0], p: 0.7, severity: 0.8 }],
      },
    },
  }
  const whole = productState(SLOTWISE, 'A')
  const hurt = productState(broken, 'A')
  const fixed = productState(broken, 'A', { without_defects: ['oauth_loop'] })
  const people = simulatedPeople(300)
  let [lower, seen] = [0, 0]
  console.log('\nseed   S(30) as it is   broken   top friction fixed   days gained by the fix [95 %]')
  for (let seed = 1; seed <= 20; seed++) {
    const lived = [whole, hurt, fixed].map((state) => people.map((person) => live(person, state, seed)))
    const alive = lived.map((all) => all.filter(({ reason }) => reason === null).length / people.length)
    const effect = pairedEffect(
      lived[2].map(({ days }, i) => days - lived[1][i].days),
      seed,
    )
    if (alive[1] < alive[0]) lower++
    if (effect.low > 0) seen++
    console.log(
      `${String(seed).padStart(4)}   ${alive.map((rate) => rate.toFixed(3).padStart(12)).join(' ')}   ${effect.estimate.toFixed(2)} [${effect.low.toFixed(2)}, ${effect.high.toFixed(2)}]`,
    )
  }
  console.log(`broken lowers S(30) in ${lower} of 20; the fix is seen in ${seen} of 20 (bar 18)`)
  if (lower < 18 || seen < 18) failures.push(`sense ${lower}, ${seen}`)
}

if (wanted('example')) {
  const people = simulatedPeople(300)
  const [a, b] = ['A', 'B'].map((state) => productState(SLOTWISE, state))
  const [before, after] = [a, b].map((state) => people.map((person) => live(person, state, 1)))
  const { rows, add } = collectRows(DAYS)
  add(before)
  const { curve, median, mean_days, mean_days_se } = retention(rows.people, rows.sessions, DAYS)
  const percent = (share) => `${(100 * share).toFixed(1)} %`
  console.log('\nSlotwise, 300 people, 30 days, uncalibrated')
  for (const day of [1, 7, 14, 15, 30]) {
    const { rate, low, high, at_risk, active, rolling } = curve[day]
    console.log(
      `S(${day}) ${percent(rate)} [${percent(low)}, ${percent(high)}] of ${at_risk}, active ${active === null ? '–' : percent(active)}, or later ${rolling === null ? '–' : percent(rolling)}`,
    )
  }
  console.log(
    `median ${median ?? 'beyond the window'}, mean within it ${mean_days.toFixed(2)} (se ${mean_days_se.toFixed(2)})`,
  )
  console.log('reasons', reasonsForLeaving(rows.people), 'last outcomes', outcomeDistribution(rows.people))
  const options = { fixes: SLOTWISE.fixes, footing: 'uncalibrated' }
  for (const { target, defect, outcome, affected, parts, priority, left_soon } of frictionPoints(rows, options).slice(
    0,
    5,
  ))
    console.log(
      `${priority} ${parts.score.toFixed(1).padStart(5)}  ${target} ${defect ?? outcome}: ${affected} people, ${percent(left_soon)} left within 3 days`,
    )
  console.log(
    'value moments',
    valueMoments(rows, options)
      .map(({ target, affected }) => `${target} ${affected}`)
      .join(', '),
  )
  const funnel = screenFunnel(rows, Object.keys(SLOTWISE.screens))
  for (const { target, eligible, tried, succeeded } of funnel)
    console.log(`${target.padEnd(12)} ${eligible} → ${tried} → ${succeeded}`)
  console.log('least used', useByScreen(funnel).least[0]?.target)
  const [first] = feelingsByDay(rows.sessions)
  console.log(
    'first evening',
    Object.fromEntries(
      ['frustration', 'confidence', 'delight', 'confusion'].map((feeling) => [feeling, first[feeling].mean.toFixed(2)]),
    ),
  )
  const effect = pairedEffect(
    after.map(({ reason }, i) => Number(reason === null) - Number(before[i].reason === null)),
    1,
  )
  console.log(
    `${SLOTWISE.hypothesis.text} ${percent(effect.estimate)} [${percent(effect.low)}, ${percent(effect.high)}]: ${judgeHypothesis(effect, SLOTWISE.hypothesis)}`,
  )
  const longest = before.toSorted((one, other) => other.sessions.length - one.sessions.length)[0]
  for (const { day, text } of diary(1, longest, a).slice(0, 12)) console.log(`  day ${day + 1}: ${text}`)
  const size = marketSize(people.length)
  const everybody = simulatedPeople(size)
  for (const [name, acquaintances] of [
    ['small world', smallWorld(1, size)],
    ['scale-free', scaleFree(1, size)],
  ]) {
    const { members, referrals } = await spread({
      seed: 1,
      days: DAYS,
      cohort: people.length,
      acquaintances,
      sharing: SLOTWISE.sharing,
      personOf: (member) => everybody[member],
      live: async (wave, joined) =>
        wave.map((member) => live(everybody[member], a, 1, { joined, contacts: acquaintances[member].length })),
    })
    const { k, low, high, early, neighbours_using } = viralCoefficient(members, referrals, acquaintances, {
      days: DAYS,
      seed: 1,
    })
    const largest = Math.max(...referralTrees(members).map((tree) => tree.members.length))
    console.log(
      `${name}: K ${k.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]${early ? ', early' : ''}, ${members.length - people.length} joined, largest tree ${largest}, top senders ${percent(shareOfTopSenders(members))}, neighbours using it ${percent(neighbours_using)}`,
    )
  }
}

if (failures.length > 0) {
  console.error(`missed: ${failures.join('; ')}`)
  process.exitCode = 1
}
