// The operating characteristic of the light: panels of saboteurs and of honest people go through the whole pressure test,
// with a scripted model, and what the light says of them is counted.
import { pressureTest } from './light/engine.mjs'
import { KINDS } from './light/people.mjs'
import { TEXTS } from './light/texts.mjs'

const SIZES = [3, 6, 12, 30]
const LIGHTS = ['green', 'amber', 'red']
const PANELS = { quick: 30, full: 10 }
/** Thresholds are chosen on the first seeds (`-- light --tune`) and reported on others. */
const FIRST_SEED = { report: 101, tune: 1 }
const NOT_TOLD = 0.05
/** What is meant to be red in 95 %, from how many people on; below them the power is printed. */
const RED_FROM = { random: 6, flattering: 6, clone: 6, echo: 6, 'half-asleep': 30 }
/** Beside the bars: what a half-asleep panel may be found with. */
const HOPED = { 3: 0.3, 6: 0.6, 12: 0.9 }

export async function light({ tune }) {
  const missed = []
  for (const assay of ['quick', 'full']) {
    const rows = await Promise.all(
      Object.keys(KINDS).flatMap((kind) => SIZES.map((people) => panelsOf(kind, people, assay, tune))),
    )
    const panels = PANELS[assay]
    console.log(
      `\nassay ${assay}, ${panels} panels each over ${TEXTS.length} texts, seeds from ${firstSeed(tune)}: share green / amber / red\n`,
    )
    console.log(`| panel | ${SIZES.map((size) => `${size} people`).join(' | ')} | bar |`)
    console.log(`| --- |${SIZES.map(() => ' --- |').join('')} --- |`)
    for (const kind of Object.keys(KINDS)) {
      const ofKind = rows.filter((row) => row.kind === kind)
      console.log(`| ${kind} | ${ofKind.map(shares).join(' | ')} | ${barOf(kind)} |`)
      missed.push(...ofKind.flatMap((row) => missedBy(row, assay)))
    }
    console.log(`| always green | ${SIZES.map(() => '1.00 / 0.00 / 0.00').join(' | ')} | |`)
    console.log(`| a die with three sides | ${SIZES.map(() => '0.33 / 0.33 / 0.33').join(' | ')} | |`)
    printDeciders(rows)
  }
  return missed
}

const firstSeed = (tune) => FIRST_SEED[tune ? 'tune' : 'report']

async function panelsOf(kind, people, assay, tune) {
  const row = { kind, people, green: 0, amber: 0, red: 0, deciders: new Map(), right: 0, of: 0 }
  for (let panel = 0; panel < PANELS[assay]; panel++) {
    const seed = firstSeed(tune) + panel
    const { trust } = await pressureTest(kind, TEXTS[seed % TEXTS.length], people, seed, assay)
    row[trust.light]++
    for (const decider of decidersOf(trust)) row.deciders.set(decider, (row.deciders.get(decider) ?? 0) + 1)
    row.right += trust.assay.answers?.right ?? 0
    row.of += trust.assay.answers?.of ?? 0
  }
  return row
}

/** The checks and parts that made the light what it is; none for a green one. */
function decidersOf({ light: colour, readable, quotes, fidelity, controls, stability, assay }) {
  const checks = Object.entries({ readable, quotes, fidelity, controls, stability })
  const all = [...checks.map(([name, { status }]) => [name, status]), ...assay.parts.map((p) => [p.part, p.status])]
  if (colour === 'red') return all.flatMap(([name, status]) => (status === 'fail' ? [`${name} red`] : []))
  return all.flatMap(([name, status]) => (status === 'warn' ? [`${name} amber`] : []))
}

const total = ({ green, amber, red }) => green + amber + red
const share = (count, all) => (count / all).toFixed(2)
const shares = (row) => LIGHTS.map((colour) => share(row[colour], total(row))).join(' / ')

function barOf(kind) {
  if (kind === 'honest') return `red ≤ ${NOT_TOLD}`
  if (!(kind in RED_FROM)) return 'none'
  return `green 0; red ≥ ${1 - NOT_TOLD} from ${RED_FROM[kind]}`
}

function missedBy(row, assay) {
  const { kind, people } = row
  const redShare = row.red / total(row)
  const name = `light, ${assay}, ${kind}, ${people} people:`
  if (kind === 'honest') return redShare <= NOT_TOLD ? [] : [`${name} red ${redShare.toFixed(2)} (bar ≤ ${NOT_TOLD})`]
  if (!(kind in RED_FROM)) return []
  const bars = []
  if (row.green > 0) bars.push(`${name} green ${(row.green / total(row)).toFixed(2)} (bar 0)`)
  if (people >= RED_FROM[kind] && redShare < 1 - NOT_TOLD)
    bars.push(`${name} red ${redShare.toFixed(2)} (bar ≥ ${1 - NOT_TOLD})`)
  return bars
}

function printDeciders(rows) {
  console.log('\n| panel | people | right answers | what decided, in how many panels |\n| --- | --- | --- | --- |')
  for (const { kind, people, deciders, right, of } of rows) {
    const named = [...deciders].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${count}`)
    console.log(`| ${kind} | ${people} | ${of === 0 ? '–' : share(right, of)} | ${named.join(', ') || '–'} |`)
  }
  const asleep = rows.filter(({ kind }) => kind === 'half-asleep')
  const power = asleep.filter(({ people }) => people in HOPED)
  console.log(
    `\nhalf-asleep panels found (hoped): ${power.map((row) => `${row.people} people ${share(row.red, total(row))} (${HOPED[row.people]})`).join(', ')}`,
  )
}
