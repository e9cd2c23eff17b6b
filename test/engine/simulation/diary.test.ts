import { describe, expect, it } from 'vitest'
import { DIARY } from '../../../src/data/diary.js'
import type { Product } from '../../../src/domain/simulation/product.js'
import { groupBy } from '../../../src/engine/group-by.js'
import { diary } from '../../../src/engine/simulation/diary/diary.js'
import type { Journey } from '../../../src/engine/simulation/journey.js'
import { productState } from '../../../src/engine/simulation/product-state.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { EVENKEEL, HARBOUR, journeys, SLOTWISE, slotwise } from './support.js'

const PRODUCT = slotwise()
const ALL = journeys(simulatedPeople(60), PRODUCT)
const DIARIES = ALL.map((lived) => diary(1, lived, PRODUCT))

describe('a diary', () => {
  it('has an entry for every session and decision, in whole sentences without holes', () => {
    ALL.forEach(({ sessions, paid_on, reason, days }, index) => {
      const decided = [...(paid_on === null ? [] : [paid_on]), ...(reason === null ? [] : [days - 1])]
      const expected = new Set([...sessions.map(({ day }) => day), ...decided])
      expect(DIARIES[index]?.map(({ day }) => day)).toEqual([...expected].toSorted((a, b) => a - b))
    })
    const texts = DIARIES.flat().map(({ text }) => text)
    expect(texts.filter((text) => !/^[\p{Lu}\d“].*[.!?”]$/u.test(text) || /[{}]| {2}|“”/.test(text))).toEqual([])
  })

  it('tells of leaving and buying on the day of it', () => {
    const { left, paywall } = DIARY()
    const holds = (text: string, lines: readonly string[]) =>
      lines.some((line) => text.includes(line.replace('{price}', '12').split('{days}')[0] ?? ''))
    const farewells = Object.values(left).flat()
    const paid = [...paywall.paid, ...paywall.paid_away]
    let away = 0
    ALL.forEach(({ sessions, reason, days, paid_on }, at) => {
      for (const { day, text } of DIARIES[at] ?? []) {
        const leaves = reason !== null && day === days - 1
        expect(holds(text, farewells), text).toBe(leaves)
        if (!leaves) expect(holds(text, paid), text).toBe(day === paid_on)
        if (leaves && sessions.at(-1)?.day !== day) away += 1
      }
    })
    expect(away).toBeGreaterThan(5)
    expect(ALL.filter(({ paid_on }) => paid_on !== null).length).toBeGreaterThan(5)
    expect(farewells.filter((line) => /Added later/.test(line))).toEqual([])
  })

  it('speaks of a charge as they use it: nobody who was away praises it, or finds by accident what they pay for', () => {
    const { paywall, openings } = DIARY()
    const begins = (lines: readonly string[]) =>
      lines.map((line) => line.replaceAll('{price}', '12').replaceAll('{product}', 'Slotwise').split('{days}')[0] ?? '')
    const holds = (text: string, lines: readonly string[]) =>
      begins(lines).some((part) => part.length > 9 && text.includes(part))
    const told = (card_up_front: boolean, arithmetic: number) => {
      const price = { ...SLOTWISE.price, trial: { days: 14, card_up_front } }
      const product = { ...productState({ ...SLOTWISE, price }, 'A'), arithmetic }
      return journeys(simulatedPeople(200), product).flatMap((lived) => {
        const { paid_on, reason, days } = lived
        if (paid_on === null || (reason !== null && paid_on === days - 1)) return []
        const last = lived.sessions.findLast(({ day }) => day <= paid_on)?.day ?? 0
        const text = diary(1, lived, product).find(({ day }) => day === paid_on)?.text ?? ''
        return [{ text, atTrialEnd: paid_on === 13, away: paid_on - last >= 3 }]
      })
    }
    const [charged, chosen] = [told(true, 3), told(false, 3)]
    expect(charged.filter(({ away }) => away).length).toBeGreaterThan(0)
    expect(chosen.filter(({ away }) => away).length).toBeGreaterThan(0)
    for (const { text, away, atTrialEnd } of [...charged, ...chosen]) {
      if (away) expect(text).not.toMatch(/It earns that|fair for what it does/)
      if (away) expect(text).toMatch(/\b\d+ days\b/)
      if (!away && !atTrialEnd) expect(holds(text, paywall.paid), text).toBe(true)
    }
    for (const { text, away, atTrialEnd } of charged)
      if (atTrialEnd)
        expect(text).toMatch(away ? /went off my card|was charged|^Charged/ : /went off my card|was charged/)
    for (const { text } of told(true, 2)) expect(holds(text, paywall.paid), text).toBe(true)

    // Somebody who pays and stays away for ten days.
    const [model] = ALL.filter(({ paid_on }) => paid_on === 13)
    const [session] = model?.sessions ?? []
    if (model === undefined || session === undefined) throw new Error('somebody pays')
    const lived = {
      ...model,
      days: 30,
      reason: null,
      sessions: [session, { ...session, day: 5 }, { ...session, day: 24 }],
    }
    const back = (arithmetic: number) => diary(1, lived, { ...PRODUCT, arithmetic }).at(-1)?.text ?? ''
    expect(back(3)).toMatch(/pay|Paying/)
    expect(holds(back(3), openings.long_away)).toBe(false)
    expect(back(2)).not.toMatch(/pay for|Paying/)
  })

  it('names the price of the plan that was bought', () => {
    const plans = [
      { id: 'solo', per_month: 3 },
      { id: 'team', per_month: 7 },
    ]
    const product = { ...PRODUCT, price: { ...PRODUCT.price, plans } }
    const priceOf = new Map(plans.map(({ id, per_month }) => [id, per_month]))
    const bought = journeys(simulatedPeople(60), product).filter(({ paid_on }) => paid_on !== null)
    for (const lived of bought) {
      const entry = diary(1, lived, product).find(({ day }) => day === lived.paid_on)
      expect(entry?.text).toContain(`${priceOf.get(lived.plan ?? '')} a month`)
    }
    expect(new Set(bought.map(({ plan }) => plan))).toEqual(new Set(['solo', 'team']))
  })

  it('keeps the words about each trouble of a day apart', () => {
    const all = DIARIES.flat()
    expect(all.filter(({ text, evidence }) => evidence.some((words) => !text.includes(words.text)))).toEqual([])
    const guide = all.flatMap(({ evidence }) => evidence.filter(({ about }) => about === 'docs not_in_docs'))
    expect(guide.length).toBeGreaterThan(10)
    expect(guide.filter(({ text }) => !/guide|help pages/i.test(text))).toEqual([])
    const loop = all.flatMap(({ evidence }) => evidence.filter(({ about }) => about === 'connect oauth_loop'))
    expect(loop.length).toBeGreaterThan(10)
    expect(loop.filter(({ text }) => !text.includes('You are asked to sign in again'))).toEqual([])
  })

  it('is the same at every call', () => {
    expect(ALL.map((lived) => diary(1, lived, PRODUCT))).toEqual(DIARIES)
  })

  it('quotes the product where it said something, and only then', () => {
    const met = ALL.map(({ sessions }) =>
      sessions.some(({ events }) => events.some(({ defect }) => defect === 'oauth_loop')),
    )
    expect(met.filter(Boolean).length).toBeGreaterThan(5)
    met.forEach((expected, index) => {
      const own = DIARIES[index]?.some(({ text }) => text.includes('You are asked to sign in again.'))
      expect(own).toBe(expected)
    })
  })

  it('hardly says the same on two days', () => {
    const shares = DIARIES.filter(({ length }) => length > 8).map(
      (entries) => new Set(entries.map(({ text }) => text)).size / entries.length,
    )
    expect(Math.min(...shares)).toBeGreaterThan(0.9)
  })

  it('takes its quotation from the entry', () => {
    const quoted = DIARIES.flat().filter(({ quote }) => quote !== '')
    expect(quoted.length).toBeGreaterThan(100)
    expect(quoted.filter(({ text, quote }) => !text.includes(quote))).toEqual([])
  })

  it('does not praise on the day somebody gives up, or call it the first time after a failure', () => {
    const { feelings, left, done } = DIARY()
    const praise = [feelings.delighted, feelings.fond, feelings.pleased, feelings.content, feelings.in_spite].flat()
    const ends = DIARIES.flatMap((entries, at) => (ALL[at]?.reason === null ? [] : (entries.at(-1)?.text ?? [])))
    expect(ends.filter((text) => praise.some((line) => text.includes(line)))).toEqual([])
    expect(ends.some((text) => left.drifted.some((line) => text.includes(line)))).toBe(true)
    const first = done.configure.map((line) =>
      line.replace(/\{Did\}/, 'connected my calendar').replace('{to}', 'connect my calendar'),
    )
    const afterFailure = ALL.flatMap(({ sessions }, at) => {
      const failed = sessions.findIndex(({ events }) =>
        events.some(({ target, outcome }) => target === 'connect' && outcome !== 'ok'),
      )
      const worked = sessions.findIndex(({ events }) =>
        events.some(({ target, outcome }) => target === 'connect' && outcome === 'ok'),
      )
      return failed >= 0 && failed < worked ? (DIARIES[at]?.slice(worked).map(({ text }) => text) ?? []) : []
    })
    expect(afterFailure.length).toBeGreaterThan(0)
    expect(afterFailure.filter((text) => first.some((line) => text.includes(line)))).toEqual([])
  })

  it('does not contradict itself within a day, in 200 diaries of either product', () => {
    const { left, removed, told, paywall, support, failed, feelings, openings, done } = DIARY()
    const partsOf = (lines: readonly string[]) =>
      lines.map(
        (line) =>
          line
            .split(/\{\w+\}/)
            .toSorted((a, b) => b.length - a.length)[0]
            ?.trim() ?? '',
      )
    const farewells = [...Object.values(left), ...Object.values(removed)].flat()
    const praise = [feelings.delighted, feelings.fond, feelings.pleased, feelings.content, feelings.in_spite].flat()
    const firsts = [...done.use_feature, ...done.customize].filter((line) => !/^.Did.\.?$/.test(line))
    const upset = [...feelings.furious, ...feelings.annoyed, ...feelings.worn]
    const apart = [
      [farewells, [...told.glad, ...paywall.paid, ...praise, ...firsts]],
      [upset, [...told.glad, ...praise, ...firsts, ...openings.daily_again]],
      [support.helped, failed.again.silent],
      [
        [...feelings.delighted, ...feelings.fond],
        [...openings.long_away, ...paywall.again],
      ],
    ].map((pair) => pair.map((lines) => partsOf(lines).filter((part) => part.length > 9)))
    const contradictions = [PRODUCT, productState(EVENKEEL, 'A')].flatMap((product) =>
      journeys(simulatedPeople(200), product).flatMap((lived) =>
        diary(1, lived, product).flatMap(({ text }) =>
          apart.flatMap(([one = [], other = []]) => {
            const [first, second] = [one, other].map((parts) => parts.find((part) => text.includes(part)))
            return first !== undefined && second !== undefined ? [`${first} / ${second}: ${text}`] : []
          }),
        ),
      ),
    )
    expect(contradictions).toEqual([])
  })

  it('says that somebody was told, whatever led to it, and praises nothing on a bad day', () => {
    const { told } = DIARY()
    const sharing = { ...PRODUCT.sharing, from: ['share_link', 'connect'] }
    const product = { ...PRODUCT, sharing }
    const filled = (lines: readonly string[]) =>
      lines.flatMap((line) => ['somebody', 'two people', 'three people'].map((who) => line.replace('{people}', who)))
    const says = (text: string, lines: readonly string[]) => filled(lines).some((line) => text.includes(line))
    let shared = 0
    let hard = 0
    for (const lived of journeys(simulatedPeople(120), product, { contacts: 100 })) {
      const texts = new Map(diary(1, lived, product).map(({ day, text }) => [day, text]))
      for (const session of lived.sessions) {
        const text = texts.get(session.day) ?? ''
        expect(says(text, Object.values(told).flat()), text).toBe(session.told.length > 0)
        if (session.told.length === 0) continue
        if (session.trigger === 'share') shared++
        if (session.events.every(({ outcome }) => outcome === 'ok')) continue
        expect(says(text, told.glad), text).toBe(false)
        hard++
      }
    }
    expect([shared > 10, hard > 10]).toEqual([true, true])
  })

  it('takes a loss for what its message says', () => {
    const { said, silent } = DIARY().failed.loss
    expect(said.filter((line) => /threw away|gone|lost|put in|work\b/i.test(line))).toEqual([])
    expect(silent.filter((line) => /lost|gone|not there/.test(line))).toEqual(silent)
  })

  it('has a guide that holds an answer or lacks it, in one person’s weeks', () => {
    const { docs } = DIARY()
    const filled = (lines: readonly string[], to: string) => lines.map((line) => line.replaceAll('{to}', to))
    const holds = (lines: readonly string[], texts: readonly string[]) =>
      lines.some((line) => texts.some((text) => text.includes(line)))
    let looked_up = 0
    const contradictions = [PRODUCT, productState(EVENKEEL, 'A')].flatMap((product) =>
      journeys(simulatedPeople(200), product).flatMap((lived) => {
        const texts = diary(1, lived, product).map(({ text }) => text)
        return product.screens.flatMap(({ words: { to } }) => {
          const found = holds(filled(docs.about, to), texts)
          const missed = holds(filled(docs.nothing_about, to), texts)
          if (found || missed) looked_up += 1
          return found && missed ? [`${lived.person}: ${to}`] : []
        })
      }),
    )
    expect(looked_up).toBeGreaterThan(20)
    expect(contradictions).toEqual([])
  })

  it('calls nobody dissatisfied who was content at the end', () => {
    const ends = ALL.flatMap(({ reason, sessions }) =>
      reason === null ? [] : [{ reason, last: sessions.at(-1)?.after }],
    )
    const contentment = (wanted: string) =>
      ends.filter(({ reason }) => reason === wanted).map(({ last }) => (last?.delight ?? 0) - (last?.frustration ?? 0))
    // R < .5 with no patience at all is D − F < .25.
    expect(Math.max(...contentment('dissatisfied'))).toBeLessThan(0.25)
    expect(contentment('drifted').length).toBeGreaterThan(0)
  })

  it('speaks of the price once a day, and in the words of the screens', () => {
    const { paywall } = DIARY()
    const priced = [...paywall.first, ...paywall.again].map(
      (line) => line.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length)[0] ?? '',
    )
    const counts = DIARIES.flat().map(({ text }) => priced.filter((part) => text.includes(part)).length)
    expect(Math.max(...counts)).toBe(1)
    expect(DIARIES.flat().filter(({ text }) => /share.link|oauth/.test(text))).toEqual([])
  })
})

describe('what support and prices are in a diary', () => {
  const { support } = DIARY()
  const answers = [...support.helped, ...support.tried, ...support.no_help]
  const questions = [...support.about, ...support.known, ...support.general].map(
    (line) => line.replaceAll('{Contacted}', 'Wrote to support').split('{to}')[0] ?? line,
  )

  it('never has more answers than questions', () => {
    const people = simulatedPeople(300)
    const lived = journeys(people, PRODUCT)
    let answered = 0
    for (const one of lived) {
      let open = 0
      for (const { text } of diary(1, one, PRODUCT)) {
        const heard = answers.filter((line) => text.includes(line)).length
        answered += heard
        open -= heard
        expect(open, text).toBeGreaterThanOrEqual(0)
        if (questions.some((line) => text.includes(line))) open = 1
      }
    }
    expect(answered).toBeGreaterThan(20)
  })

  it.each([
    [undefined, '12 a month'],
    ['€', '€12 a month'],
    ['EUR', '12 EUR a month'],
  ])('names the currency of the file, and none else: %s', (currency, written) => {
    const priced = productState({ ...SLOTWISE, price: { ...SLOTWISE.price, currency } }, 'A')
    const texts = ALL.flatMap((lived) => diary(1, lived, priced)).map(({ text }) => text)
    const about = texts.filter((text) => text.includes('a month'))
    expect(about.length).toBeGreaterThan(3)
    expect(about.filter((text) => !text.includes(written))).toEqual([])
  })
})

describe('a diary of a product without words of its own', () => {
  const harbour = productState(HARBOUR, 'A')
  const lived = journeys(simulatedPeople(200), harbour)
  const days = daysOf(lived, harbour)
  const isScreen = (target: string) => harbour.screens.some(({ id }) => id === target)
  /** What a line says for certain, whatever is filled in. */
  const holds = (text: string, lines: readonly string[]) =>
    lines.some((line) => {
      const parts = line.split(/\{\w+\}/).filter((part) => part.trim().length > 3)
      return parts.length > 0 && parts.every((part) => text.toLowerCase().includes(part.trim().toLowerCase()))
    })

  it('calls a screen by its name, and says no more of it than is known', () => {
    const texts = days.map(({ text }) => text)
    expect(texts.filter((text) => /sign(?:ed)? up|used? (?:declare|weigh|count)/i.test(text))).toEqual([])
    expect(texts.some((text) => /did the badge step/i.test(text))).toBe(true)
    expect(texts.some((text) => /did the \w+ and \w+ steps/i.test(text))).toBe(true)
  })

  it('does not call it a failure “every time” or “still” where it worked on the same day', () => {
    const { failed, done } = DIARY()
    const mixed = days.filter(({ session: { events } }) => {
      const places = new Set(events.map(({ target }) => target))
      const outcomes = [...places].map((place) => events.filter(({ target }) => target === place).map(isOk))
      return (
        outcomes.some((oks) => oks.includes(true) && oks.includes(false)) && outcomes.every((oks) => oks.includes(true))
      )
    })
    expect(mixed.length).toBeGreaterThan(100)
    const never = [failed.again, failed.repeatedly].flatMap(({ said, silent }) => [...said, ...silent])
    expect(mixed.filter(({ text }) => holds(text, never)).map(({ text }) => text)).toEqual([])
    const only = mixed.filter(({ session: { events } }) => new Set(events.map(({ target }) => target)).size === 1)
    expect(only.filter(({ text }) => holds(text, done.recovered)).map(({ text }) => text)).toEqual([])
  })

  it('ends the sentence of a message without an end', () => {
    const quoted = days.filter(({ text }) => text.includes('“Please wait”'))
    expect(quoted.length).toBeGreaterThan(100)
    expect(quoted.filter(({ text }) => /“Please wait”(?:$| \p{Lu})/u.test(text)).map(({ text }) => text)).toEqual([])
    expect(days.filter(({ text }) => /“TARA\?”\./.test(text)).map(({ text }) => text)).toEqual([])
  })

  it('finds nothing to praise at a place that gives nothing', () => {
    const { done } = DIARY()
    const counted = days.filter(({ text }) => text.includes('the count step'))
    expect(counted.length).toBeGreaterThan(20)
    const praise = [...done.use_feature, ...done.customize]
      .filter((line) => !/^\{Did\}/.test(line) || line.includes('. '))
      .flatMap((line) =>
        line
          .replace('{Did}', 'id the count step')
          .replace('{did}', 'did the count step')
          .replace('{to}', 'do the count step'),
      )
    expect(counted.filter(({ text }) => praise.some((line) => text.includes(line))).map(({ text }) => text)).toEqual([])
  })

  it('tells what was done beside a question, and a loss as one', () => {
    const { same, failed } = DIARY()
    const did = days.filter(({ session: { events } }) => events.some((event) => isOk(event) && isScreen(event.target)))
    const told = (text: string) =>
      / steps?\b/.test(text) || same.some((line) => text.includes(line.split(',')[0] ?? line))
    expect(did.length).toBeGreaterThan(500)
    expect(did.filter(({ text }) => !told(text)).map(({ text }) => text)).toEqual([])
    const lost = days.filter(
      ({ session: { events } }) =>
        events.every(({ outcome, target }) => (isScreen(target) ? outcome === 'ok' || outcome === 'loss' : true)) &&
        events.some(({ outcome }) => outcome === 'loss'),
    )
    expect(lost.length).toBeGreaterThan(10)
    expect(lost.filter(({ text }) => !holds(text, failed.loss.silent)).map(({ text }) => text)).toEqual([])
  })

  it('rings a support that is reached by phone, and has the answer of one that does not let wait', () => {
    const { support } = DIARY()
    const answers = [...support.helped_at_once, ...support.tried_at_once, ...support.no_help_at_once]
    const rang = days.filter(({ text }) => text.includes('Rang support'))
    expect(rang.length).toBeGreaterThan(20)
    expect(rang.filter(({ text }) => !holds(text, answers)).map(({ text }) => text)).toEqual([])
    const later = [...support.helped, ...support.tried, ...support.no_help]
    expect(days.filter(({ text }) => holds(text, later)).map(({ text }) => text)).toEqual([])
    expect(days.filter(({ text }) => /[Ww]rote to support|wrote back|message to support/.test(text))).toEqual([])
  })
})

describe('what a diary may not say', () => {
  const evenings = productState(EVENKEEL, 'A')
  const all = [
    ...daysOf(journeys(simulatedPeople(200), evenings), evenings),
    ...daysOf(journeys(simulatedPeople(200), PRODUCT), PRODUCT),
  ]

  it('“only” this, where more was done than is told', () => {
    const more = all.filter(
      ({ session: { events } }) =>
        events.every((event) => isOk(event) && event.action !== 'uninstall') &&
        new Set(events.map(({ target }) => target)).size > 3,
    )
    expect(more.length).toBeGreaterThan(20)
    const closed = /(?:^|[.”] )(?:Only |Just |In, |Came, )|and that was it|nothing to report/
    expect(more.filter(({ text }) => closed.test(text)).map(({ text }) => text)).toEqual([])
  })

  it('that the day went on, in the evening, or is over for good before it is', () => {
    expect(all.filter(({ text }) => /went on with my day|do not miss it/.test(text)).map(({ text }) => text)).toEqual(
      [],
    )
  })
})

type Day = { readonly text: string; readonly session: Journey['sessions'][number] }

const daysOf = (lived: readonly Journey[], product: ReturnType<typeof slotwise>): Day[] =>
  lived.flatMap((one) => {
    const entries = new Map(diary(1, one, product).map(({ day, text }) => [day, text]))
    return one.sessions.map((session) => ({ session, text: entries.get(session.day) ?? '' }))
  })

const isOk = ({ outcome }: Journey['sessions'][number]['events'][number]): boolean => outcome === 'ok'

const CONTACT: Readonly<Record<string, string>> = {
  Slotwise: 'Wrote to support',
  Evenkeel: 'Asked support in the chat',
  Berthline: 'Rang support',
}

it('asks nobody how something is done that was done more than a few times', () => {
  const { support, docs } = DIARY()
  let general = 0
  const asked = [PRODUCT, productState(EVENKEEL, 'A'), productState(HARBOUR, 'A')].flatMap((product) =>
    journeys(simulatedPeople(200), product).flatMap((one) => {
      const done = new Map<string, number>()
      const entries = diary(1, one, product)
      return one.sessions.flatMap(({ events, day }) => {
        const text = entries.find((entry) => entry.day === day)?.text ?? ''
        const known = product.screens.filter(({ id }) => (done.get(id) ?? 0) > 3)
        for (const event of events) if (isOk(event)) done.set(event.target, (done.get(event.target) ?? 0) + 1)
        const asked = [
          support.general,
          support.about,
          docs.general,
          docs.about,
          docs.nothing,
          docs.nothing_about,
        ].flat()
        const lines = asked.filter((line) => /how (?:best )?to \{to\}|quicker way/.test(line))
        const holds = (to: string) =>
          lines.some((line) =>
            text.includes(line.replace('{Contacted}', CONTACT[product.name] ?? '').replace('{to}', to)),
          )
        if (product.screens.some(({ words: { to } }) => holds(to))) general++
        return known.some(({ words: { to } }) => holds(to)) ? [text] : []
      })
    }),
  )
  expect(general).toBeGreaterThan(20)
  expect(asked).toEqual([])
})

it('is fond of nothing in the first days, and used to no reminder before there were some', () => {
  const { feelings, openings } = DIARY()
  const only = (lines: readonly string[], others: readonly string[]) => lines.filter((line) => !others.includes(line))
  const fond = [...only(feelings.fond, feelings.delighted), ...only(feelings.content, feelings.pleased)]
  const used = openings.daily_again.map((line) => line.split('{')[0] ?? line)
  const product = productState(EVENKEEL, 'A')
  const early = journeys(simulatedPeople(200), product).flatMap((one) => diary(1, one, product).slice(0, 3))
  expect(early.filter(({ text }) => [...fond, ...used].some((line) => text.includes(line)))).toEqual([])
})

it('presupposes no device, no place and no way of writing', () => {
  const lines = JSON.stringify(DIARY())
  expect(
    lines.match(/laptop|phone|screen|button|train|sofa|in bed|kettle|desk|e?mail\b|inbox|browser|account/gi),
  ).toBeNull()
})

it('says hardly anything for everybody', () => {
  const products = [PRODUCT, productState(EVENKEEL, 'A'), productState(HARBOUR, 'A')]
  const counts = new Map<string, number>()
  let entries = 0
  for (const product of products)
    for (const { text } of daysOf(journeys(simulatedPeople(100), product), product)) {
      entries++
      for (const sentence of text.split(/(?<=[.!?”])\s+(?=[\p{Lu}\d“])/u))
        if (!sentence.startsWith('“')) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
    }
  const [most = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a)
  expect(most[1] / entries, most[0]).toBeLessThan(0.02)
})

describe('a diary of today', () => {
  const asking = (effect: 'slow' | 'loss' | 'block') => {
    const defects = [{ id: 'hitch', p: 0.7, severity: 0.7, effect, message: 'Hm.' }]
    const event = { ...SLOTWISE.screens.event, defects }
    const eager = { ...SLOTWISE.support, wait_hours: 0 }
    const state = productState({ ...SLOTWISE, support: eager, screens: { ...SLOTWISE.screens, event } } as Product, 'A')
    const lives = journeys(simulatedPeople(150), state)
    const told = (arithmetic: number) => daysOf(lives, { ...state, arithmetic }).map(({ text }) => text)
    return { to: state.screens.find(({ id }) => id === 'event')?.words.to ?? '', told }
  }

  it.each(['slow', 'loss'] as const)('asks of what is %s not as of what cannot be done', (effect) => {
    const { to, told } = asking(effect)
    const cannot = new RegExp(`cannot ${to}|could ${to}, so it cannot|how to ${to}\\.`)
    const asked = /support|guide|help pages/
    const wrong = (arithmetic: number) =>
      told(arithmetic).flatMap((text) =>
        text
          .split(/(?<=[.”])\s/)
          .filter((sentence) => asked.test(sentence) && /cannot/.test(sentence) && cannot.test(sentence)),
      )
    expect(wrong(1).length).toBeGreaterThan(0)
    expect(wrong(2)).toEqual([])
    const lines = [...DIARY().support[effect], ...DIARY().docs[effect], ...DIARY().docs[`nothing_${effect}`]]
    const said = lines.map((line) => line.replaceAll('{to}', to).replace(/^.*\{Contacted\}/, ''))
    expect(told(2).filter((text) => said.some((line) => text.includes(line))).length).toBeGreaterThan(0)
  })

  it('cannot do what it could not, and knows no usual round before the fourth visit', () => {
    const { to, told } = asking('block')
    expect(told(2).filter((text) => text.includes(`cannot ${to}`)).length).toBeGreaterThan(0)
    const lives = journeys(simulatedPeople(300), PRODUCT)
    const early = lives.flatMap((lived) => diary(1, lived, PRODUCT).slice(0, 3)).map(({ text }) => text)
    const usual = DIARY().same.filter((line) => !line.includes('{'))
    expect(early.filter((text) => usual.some((line) => text.split(/(?<=\.)\s/).includes(line)))).toEqual([])
  })
})

describe('what a diary claims of a day', () => {
  type Event = Journey['sessions'][number]['events'][number]
  type Claim = {
    /** The events of that day at the place, and those of earlier days. */
    readonly here: readonly Event[]
    readonly earlier: readonly Event[]
    /** Those that the quoted message or, without one, the lack of one is of. */
    readonly hits: readonly Event[]
    readonly said: { readonly times?: number; readonly tries?: number }
  }
  const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  const hitch = (id: string, effect: string, message: string, p = 0.3) => ({ id, p, severity: 0.3, effect, message })
  const crowded = (base: Product, places: readonly string[]): Product => {
    const defects = [
      ...[hitch('wrong_name', 'wrong', 'That is not your name.'), hitch('queue', 'slow', 'You are number 41')],
      ...[hitch('dark', 'block', 'Too dark'), hitch('mute', 'block', ''), hitch('odd', 'wrong', '')],
    ]
    const screens = Object.entries(base.screens).map(([id, screen]) => [
      id,
      places.includes(id) ? { ...screen, defects: defects.map((one) => ({ ...one, id: `${id}_${one.id}` })) } : screen,
    ])
    const docs = { ...base.docs, coverage: 0.5, effort: 0.05 }
    return { ...base, docs, screens: Object.fromEntries(screens) }
  }
  const products = [
    ...[PRODUCT, productState(EVENKEEL, 'A'), productState(HARBOUR, 'A')],
    productState(crowded(SLOTWISE, ['connect', 'event']), 'A'),
    productState(crowded(HARBOUR, ['truck', 'declare', 'weigh']), 'A'),
  ]
  const worked = (events: readonly Event[]) => events.some(isOk)
  const failedBefore = (events: readonly Event[]) => {
    const at = events.findIndex(isOk)
    return at > 0 && events.slice(0, at).some((event) => !isOk(event))
  }
  /** How often each trouble happened. */
  const countsOf = (events: readonly Event[]) =>
    [...groupBy(events, ({ defect, outcome }) => defect ?? outcome).values()].map(({ length }) => length)
  const vain = (events: readonly Event[]) => (worked(events) ? events.findIndex(isOk) : events.length)
  const isFirst = ({ here: [first], hits }: Claim) => first !== undefined && hits.includes(first)
  /** What a line says, by its words, and when that is true. */
  const CLAIMS: readonly (readonly [RegExp, (claim: Claim) => boolean])[] = [
    [/\{tries\}/, ({ said, here, hits }) => said.tries === here.length && countsOf(hits).includes(said.times ?? 0)],
    [/^(?!.*\{tries\}).*\{times\} (?:times|attempts)/, ({ said, here }) => said.times === here.length],
    [/(?:^|before that )\{times\} tries/i, ({ said, here, earlier }) => said.times === vain([...earlier, ...here])],
    [/every time|no luck|none of them|no way to/i, ({ here }) => !worked(here)],
    [
      /first (?:try|answer|attempt) (?:today|of the day)|at first|today it began|^First it/i,
      (claim) => isFirst(claim) || failedBefore(claim.here),
    ],
    [/first (?:answer|attempt|try)(?! today| of the day)/i, ({ here }) => failedBefore(here)],
    [/for the first time|first time|first go\b/i, ({ earlier }) => !worked(earlier)],
    [/first go\b|simply worked/i, ({ here, earlier }) => vain([...earlier, ...here]) === 0],
    [
      /tried again and|further try|once more, and (?:this|that)|more than one go|try again|after all/i,
      ({ here }) => failedBefore(here) || !worked(here),
    ],
    [
      /last time$|last time\.|unlike last|this time it/i,
      ({ earlier }) => earlier.length > 0 && !worked(earlier.slice(-1)),
    ],
    [/in the end|at last|finally/i, ({ here }) => worked(here.slice(-1))],
    [/in between|not every one worked/i, ({ here }) => worked(here) && !here.every(isOk)],
    [/later it|later when/i, ({ here }) => worked(here) && !worked(here.slice(-1))],
    [/\{message\}/, ({ hits }) => hits.length > 0],
  ]
  const FIXED = /\{\w+\}/
  const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const { done, failed, docs, routine } = DIARY()
  const lines = [
    ...Object.values(done).flat(),
    ...Object.values(failed).flatMap(({ said, silent }) => [...said, ...silent]),
  ]
  const claiming = [...new Set(lines)]
    .map((line) => ({ line, when: CLAIMS.filter(([words]) => words.test(line)) }))
    .filter(({ when }) => when.length > 0)

  /** Every line that an entry contains, with what it is filled with. */
  const patternsOf = ({ screens }: (typeof products)[number]) =>
    screens.flatMap(({ id, words: { to, did }, defects }) =>
      claiming.flatMap(({ line, when }) => {
        const messages = line.includes('{message}') ? defects.flatMap(({ message = '' }) => message || []) : ['']
        const fixed =
          line
            .split(FIXED)
            .toSorted((a, b) => b.length - a.length)[0]
            ?.trim()
            .toLowerCase() ?? ''
        return [...new Set(messages)].map((message) => {
          const filled = line.split(/(\{\w+\})/).map((part) => {
            if (part === '{to}') return quoted(to)
            if (part === '{did}') return quoted(did)
            if (part === '{Did}') return `(?:I )?${quoted(did)}`
            if (part === '{message}') return quoted(message)
            const [, variable] = /^\{(\w+)\}$/.exec(part) ?? []
            return variable === undefined ? quoted(part) : `(?<${variable}>[a-z]+|\\d+)`
          })
          // A number that a line has twice is the same both times.
          const pattern = new RegExp(
            `(?:^|[.!?”] )${filled.map((part, at) => (filled.indexOf(part) < at && part.startsWith('(?<') ? part.replace(/^\(\?<(\w+)>.*$/, String.raw`\k<$1>`) : part)).join('')}`,
            'i',
          )
          const isHit = ({ outcome, target, defect }: Event) =>
            target === id &&
            (line.includes('{message}')
              ? defects.some((own) => own.id === defect && own.message === message)
              : outcome !== 'ok' && !defects.some((own) => own.id === defect && own.message))
          return { id, line, fixed, pattern, isHit, when }
        })
      }),
    )

  const numberOf = (words: string): number => {
    const number = NUMBERS.indexOf(words.toLowerCase())
    return number < 0 ? Number(words) : number
  }

  /** What an entry says and is not so. */
  function untrueIn({ text, session }: Day, patterns: ReturnType<typeof patternsOf>, before: readonly Event[]) {
    const lower = text.toLowerCase()
    const said = patterns.flatMap(({ id, line, fixed, pattern, isHit, when }) => {
      const match = lower.includes(fixed) ? pattern.exec(text) : null
      if (match === null) return []
      const here = session.events.filter(({ target }) => target === id)
      const groups = Object.entries(match.groups ?? {}).map(([variable, words]) => [variable, numberOf(words)])
      const earlier = before.filter(({ target }) => target === id)
      const claim = { here, earlier, hits: here.filter(isHit), said: Object.fromEntries(groups) }
      const wrong = when.filter(([, isTrue]) => !isTrue(claim)).map(([words]) => words.source)
      // A line that names no place is true where it is true of any.
      const place = /\{(?:to|did|Did)\}/.test(line) ? id : ''
      return [{ words: `${place} ${match[0]}`, wrong }]
    })
    const found = [...groupBy(said, ({ words }) => words).values()].flatMap((same) => {
      const [first] = same
      const isTrue = same.some(({ wrong }) => wrong.length === 0)
      return isTrue || first === undefined ? [] : [`${first.wrong.join(' & ')} in “${first.words}”: ${text}`]
    })
    return { found, told: said.length }
  }

  const untrue = (product: (typeof products)[number], arithmetic = product.arithmetic) => {
    const patterns = patternsOf(product)
    const all = journeys(simulatedPeople(150), product).flatMap((lived) => {
      const days = daysOf([lived], { ...product, arithmetic })
      return days.map((day, at) =>
        untrueIn(
          day,
          patterns,
          days.slice(0, at).flatMap(({ session }) => session.events),
        ),
      )
    })
    return { found: all.flatMap(({ found }) => found), told: all.reduce((sum, { told }) => sum + told, 0) }
  }

  it.each(products.map((product, at) => [`${product.name} ${at}`, product] as const))(
    'is what happened, of counts, firsts and what came of it: %s',
    (_, product) => {
      const { found, told } = untrue(product)
      expect(told).toBeGreaterThan(100)
      expect(found).toEqual([])
    },
  )

  it('was not always so in runs that began earlier, whose diaries stay', () => {
    const product = products[3] as (typeof products)[number]
    expect(untrue(product, 2).found.length).toBeGreaterThan(20)
  })

  it('tells of the guide what it held and what it lacked on one day', () => {
    const parts = (all: readonly string[]) =>
      all.map((line) => new RegExp(`(?:^|[.!?”] )${line.split(FIXED).map(quoted).join('[^.]+?')}(?: |$)`))
    const { partly } = docs
    const missing = Object.entries(docs).flatMap(([kind, own]) => (kind.startsWith('nothing') ? parts(own) : []))
    const finding = Object.entries(docs).flatMap(([kind, own]) =>
      kind.startsWith('nothing') || kind === 'partly' ? [] : parts(own),
    )
    const holds = (text: string, all: readonly RegExp[]) => all.some((words) => words.test(text))
    const counts = { partly: 0, missing: 0, finding: 0 }
    for (const product of products)
      for (const { text, session } of daysOf(journeys(simulatedPeople(150), product), product)) {
        const read = session.events.filter(({ target }) => target === 'docs')
        const [some, all] = [worked(read), read.every(isOk)]
        if (holds(text, parts(partly))) {
          counts.partly++
          expect([some, all], text).toEqual([true, false])
        }
        if (holds(text, missing)) {
          counts.missing++
          expect([read.length > 0, some], text).toEqual([true, false])
        }
        if (holds(text, finding)) {
          counts.finding++
          expect([read.length > 0, all], text).toEqual([true, true])
        }
      }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(10)
  })

  it('names minutes that the record has', () => {
    const named = new RegExp(`\\. (${NUMBERS.join('|')}|\\d+) minutes(?: for that)?\\.`, 'i')
    expect([...routine, ...done.install, ...done.configure].some((line) => line.includes('{Minutes} minutes'))).toBe(
      true,
    )
    const wrong = products.flatMap((product) =>
      daysOf(journeys(simulatedPeople(60), product), product).flatMap(({ text, session: { events, minutes } }) => {
        const [, words] = named.exec(text) ?? []
        if (words === undefined) return []
        const place = NUMBERS.indexOf(words.toLowerCase())
        const number = place < 0 ? Number(words) : place
        return [minutes, ...events.map((event) => event.minutes)].some((one) => Math.round(one) === number)
          ? []
          : [text]
      }),
    )
    expect(wrong).toEqual([])
  })
})
