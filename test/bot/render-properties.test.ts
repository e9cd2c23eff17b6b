import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { historyMessage, statusMessage } from '../../src/bot/blocks/answers.js'
import { confirmationMessage, confirmedMessage } from '../../src/bot/blocks/confirm.js'
import { newViewsMessage } from '../../src/bot/blocks/desk.js'
import { digestMessage } from '../../src/bot/blocks/digest.js'
import { homeView } from '../../src/bot/blocks/home.js'
import { assignedMessage, viewsOf } from '../../src/bot/blocks/minority.js'
import { errorMessage, noticeMessage } from '../../src/bot/blocks/notice.js'
import { progressOf } from '../../src/bot/blocks/progress.js'
import { rootMessage } from '../../src/bot/blocks/root-message.js'
import {
  comparisonAgainModal,
  evaluationAgainModal,
  focusGroupAgainModal,
  runAgainModal,
} from '../../src/bot/forms/again-modals.js'
import { closeViewModal, deskFilterModal, deskModal } from '../../src/bot/forms/desk-modals.js'
import {
  askModal,
  assignModal,
  exportModal,
  raiseBudgetModal,
  requestChangesModal,
  settingsModal,
  shareModal,
} from '../../src/bot/forms/follow-up-modals.js'
import { noticeModal } from '../../src/bot/forms/inputs.js'
import {
  allChoicesModal,
  comparisonModal,
  evaluationModal,
  focusGroupModal,
  personaSetModal,
  pressureTestModal,
} from '../../src/bot/forms/new-run-modals.js'
import { outcomeModal } from '../../src/bot/forms/outcome-form.js'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import { isPanelRun } from '../../src/domain/run/run-document.js'
import { NAUGHTY } from '../support/naughty-strings.js'
import { checkHome, checkMessage, checkModal, inSight, leaves } from './payloads.js'
import {
  BUDGET,
  cardOf,
  deskOf,
  everyRun,
  listed,
  mark,
  minority,
  mutated,
  postedOf,
  RUN_ID,
  SETTINGS,
  unfinished,
} from './render-documents.js'

const FAMILY = '👨‍👩‍👧‍👦'
const HOSTILE = [
  '<!channel> <!here> <!everyone> <@U0123ABCD> <#C0123|general> <!subteam^S1|all>',
  '@here @channel @everyone @ana #general',
  '<https://evil.example|your bank> https://evil.example mailto:a@b.example',
  '*bold* _italic_ ~gone~ `code` ```block``` > quote',
  '&lt;!channel&gt; &amp; <script>alert(1)</script>',
  ':tada: :skull_and_crossbones: :+1:',
  'مرحبا بالعالم، هذا نص طويل من اليمين إلى اليسار (قوسان) 123',
  'שלום עולם',
  '\u202eevil\u202c \u2067x\u2069 \u200b\u0000\u0007 \ud800 \udfff',
  `${FAMILY}🏳️‍🌈🇩🇪👍🏽`.repeat(5),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\n\n> one\n\n\n- two\n# three\r\n\u2028four',
  '',
  '   \t ',
]
const piece = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.constantFrom(...NAUGHTY),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
/** Short and long texts made of everything that could hurt. */
const text = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 1, 1, 3, 40))
  .map(([pieces, times]) => `${pieces.join(' ')} `.repeat(times).slice(0, 4_000))
const texts = fc.array(text, { minLength: 4, maxLength: 12 })

/** Gives the texts one after the other; empty where a document would not take an empty one. */
const cycle = (given: readonly string[]) => {
  let next = 0
  return () => given[next++ % given.length] || '-'
}

/** Anything that an emoji of more than one part is made of. */
const PARTS = /👨|👩|👧|👦|🏳|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d/u

/** What a phone shows at once is about 1,100 characters of text; the shorter, the better. */
const PHONE = 1_400

let runs: RunDocument[] = []
beforeAll(async () => {
  runs = await everyRun()
})

describe('whatever models and strangers write', () => {
  it('every message of every run stays within the limits, pings nobody and holds no markup', () => {
    expect(runs.length).toBeGreaterThan(15)
    let seen = 0
    for (const original of runs) {
      // The first texts of a property are short ones, otherwise.
      const stays = fc.property(fc.noBias(texts), fc.boolean(), (given, marked) => {
        const next = cycle(given)
        const run = mutated(original, next)
        const marks = marked
          ? [
              mark({ by: next(), text: next() }),
              mark({ view: null, action: 'assigned', by: next(), to: next(), text: next() }),
            ]
          : []
        const again = { runId: RUN_ID, differences: [{ name: 'Skepticism', before: next(), after: next() }] }
        const review = { action: 'changes_requested' as const, by: next(), at: '2026-03-02T10:00:00Z', text: next() }
        const posted = postedOf(run, { subject: next(), askedBy: next(), marks, again, review })
        for (const message of posted) checkMessage(message, `${run.kind} ${message.key}`)
        seen += posted.length
      })
      fc.assert(stays, { numRuns: 1 })
    }
    expect(seen).toBeGreaterThan(4 * runs.length)
  })

  it('so do cards of runs that are not finished, lists, questions, the digest and the Home tab', () => {
    fc.assert(
      fc.property(fc.nat(), texts, (which, given) => {
        const original = runs[which % runs.length] as RunDocument
        const next = cycle(given)
        const done = mutated(original, next)
        for (const status of ['queued', 'running', 'paused', 'failed', 'cancelled'] as const) {
          const run = { ...unfinished(done, status), error: { code: 'x', message: next() } }
          const progress = progressOf(
            [
              { seq: 1, at: '', type: 'stage', data: { stage: 'respond', sentence: next(), total: 6 } },
              ...[1, 2, 3, 4, 5].map((seq) => ({
                ...{ seq: seq + 1, at: '', type: 'respondent_answered' as const },
                data: {
                  ...{ persona_id: `p${seq}`, name: next(), archetype: next(), says: next(), purchase_intent: 4 },
                  ...{ sentiment: next(), doubts: [] },
                },
              })),
            ],
            { kind: run.kind, input: {}, status },
          )
          const pause = { code: 'budget_exceeded', message: next(), resumeAt: null }
          checkMessage(rootMessage(cardOf(run, { subject: next(), askedBy: next(), progress, pause })), status)
        }
        const some = Array.from({ length: 9 }, () => ({ ...listed(done), subject: next(), askedBy: next() }))
        const minorities = Array.from({ length: 9 }, () => minority(next()))
        checkMessage(statusMessage(some.map((one) => ({ ...one, run: unfinished(one.run, 'running') }))), 'status')
        checkMessage(historyMessage({ runs: some, page: 2, more: true }), 'history')
        checkMessage(noticeMessage(next()), 'notice')
        checkMessage(errorMessage(next()), 'error')
        checkMessage(
          assignedMessage({
            run_id: RUN_ID,
            views: isPanelRun(done) ? viewsOf(done.result, []) : [],
            by: next(),
            note: next(),
            url: next(),
          }),
          'assigned',
        )
        checkMessage(newViewsMessage(deskOf([next(), next(), next()]).views, deskOf().counts), 'new views')
        checkMessage(
          digestMessage({
            ...{ from: '2026-02-23', to: '2026-03-01', runs: some, openMinorities: minorities },
            ...{ spentUsd: 3.2, budget: BUDGET, desk: { open: 3, assigned: 2, overdue: 1 } },
          }),
          'digest',
        )
        const price = {
          ...{
            model: { mode: 'anthropic' as const, persona: next(), analysis: next() },
            played_by: 'claude-haiku-5-5 for the panel, claude-sonnet-5-5 for the analysis',
            calls: 212,
          },
          ...{ input_tokens: 1_000_000, output_tokens: 20_000, cost_usd: { low: 1, middle: 1.5, high: 2 } },
          ...{ seconds: { low: 30, high: 200 }, notes: [next(), next()] },
        }
        checkMessage(
          confirmationMessage({
            pending: 'p-1',
            kind: 'pressure_test',
            subject: next(),
            quote: price,
            sources: Array.from({ length: 30 }, () => ({
              ...{ kind: 'link' as const, name: next(), sha256: '', words: 412, first_lines: next() },
            })),
            confirmAboveUsd: 1,
          }),
          'confirmation',
        )
        checkMessage(
          confirmedMessage({ subject: next(), by: next(), at: '2026-03-02T10:00:00Z', started: true }),
          'confirmed',
        )
        checkHome(
          homeView({
            ...{
              running: some.slice(0, 4),
              past: some,
              undelivered: some,
              desk: deskOf([next(), next(), next(), next()]),
              budget: BUDGET,
              settings: SETTINGS,
            },
            personaSets: Array.from({ length: 14 }, () => ({ id: 'set-1', name: next(), people: 12 })),
            ...{ leads: [next(), next()], isAdmin: true, more: true },
          }),
          'home',
        )
      }),
      { numRuns: 25 },
    )
  })

  it('so do all forms', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 130 }), (given, many) => {
        const next = cycle(given)
        const list = (id: string) => Array.from({ length: many }, (_, i) => ({ id: `${id}-${i}`, name: next() }))
        const choices = { archetypes: list('a'), personaSets: list('set'), agents: list('v') }
        const form = {
          settings: SETTINGS,
          choices,
          proposition: next().repeat(4),
          pending: 'p-1',
          channel: 'C1',
          ts: '1.2',
        }
        const about = { run_id: RUN_ID, view: 'v1', what: next() }
        const views = {
          pressureTest: pressureTestModal(form),
          allChoices: allChoicesModal(form),
          again: runAgainModal({ run_id: RUN_ID, before: SETTINGS, form }),
          focusGroupAgain: focusGroupAgainModal({ run_id: RUN_ID, before: SETTINGS, form, notes: [next(), next()] }),
          comparisonAgain: comparisonAgainModal({ run_id: RUN_ID, before: SETTINGS, form, names: [next(), next()] }),
          evaluationAgain: evaluationAgainModal({ run_id: RUN_ID, form, agent: 'v-1', against: next(), trials: 3 }),
          raiseBudget: raiseBudgetModal({ run_id: RUN_ID, budgetUsd: 2 }),
          export: exportModal({ run_id: RUN_ID, markdown: true }),
          focusGroup: focusGroupModal(form),
          personaSet: personaSetModal(form),
          evaluation: evaluationModal({ ...form, agent: 'v-1' }),
          comparison: comparisonModal(form),
          ask: askModal({ run_id: RUN_ID, people: [{ id: 'p', name: next() }, ...choices.archetypes], persona: 'a-1' }),
          assign: assignModal(about),
          closeView: closeViewModal({ payload: { run: RUN_ID }, what: next() }),
          desk: deskModal(deskOf(Array.from({ length: 8 }, next))),
          deskFilter: deskFilterModal(deskOf().filter, {
            owners: [{ id: 'U1', name: next() }],
            projects: ['oat-drink'],
          }),
          share: shareModal({ run_id: RUN_ID, subject: next() }),
          changes: requestChangesModal({ run_id: RUN_ID, agent: next() }),
          settings: settingsModal({ settings: SETTINGS, choices, digest: true }),
          notice: noticeModal(next()),
        }
        for (const [name, view] of Object.entries(views)) checkModal(view, name)
      }),
      { numRuns: 25 },
    )
    for (const run of runs) checkModal(outcomeModal(run), `outcome of ${run.kind}`)
  })
})

describe('texts that are too long', () => {
  const HEAD = 'Begins here'
  const long = (length: number) => `${HEAD} ${'and goes on '.repeat(Math.ceil(length / 12))}`.slice(0, length)

  it.each([60, 300, 3_000, 50_000])('are cut with an ellipsis and never silently (%i characters)', (length) => {
    const sample = length > 10_000 ? runs.filter((_, i) => i % 4 === 0) : runs
    let cuts = 0
    const silent: string[] = []
    for (const original of sample) {
      let count = 0
      // At full length one in a hundred, as the rest would only take time.
      const run = mutated(original, () =>
        length <= 3_000 || count++ % 100 === 0 ? `${long(length)} END` : 'Short. END',
      )
      for (const message of postedOf(run, { subject: `${long(length)} END`, askedBy: 'Ana' })) {
        checkMessage(message, message.key)
        for (const { text: shown } of leaves(message)) {
          if (!shown.includes(HEAD.slice(0, 6))) continue
          const whole = shown.split('END').length > shown.split(HEAD.slice(0, 6)).length - 1
          if (!whole && !shown.includes('…')) silent.push(`${message.key}: ${shown}`)
          if (shown.includes('…')) cuts++
        }
      }
    }
    expect(silent).toEqual([])
    expect(cuts).toBeGreaterThan(0)
  })

  it('are cut between characters as a reader sees them', () => {
    const whole = new Set([FAMILY, '🏳️‍🌈', '🇩🇪', '👍🏽'])
    const emoji = [...whole].join('').repeat(150)
    const panels = runs.filter(({ kind }) => ['pressure_test', 'focus_group', 'refinement', 'ask'].includes(kind))
    const broken: string[] = []
    for (const original of panels.filter((_, i) => i % 2 === 0)) {
      const run = mutated(original, () => emoji, ['persona_name', 'speaker', 'addressed_to'])
      for (const message of postedOf(run, { subject: emoji })) {
        checkMessage(message, message.key)
        for (const { text: shown } of leaves(message)) {
          const pictures = [...new Intl.Segmenter().segment(shown)].filter(({ segment }) => PARTS.test(segment))
          for (const { segment } of pictures) if (!whole.has(segment)) broken.push(`${message.key}: ${segment}`)
        }
      }
    }
    expect(broken).toEqual([])
  })

  it('never make a message longer than a phone screen before anything is opened', () => {
    for (const original of runs) {
      const texts = [(one: string) => one, (one: string) => `${one} ${'and so it goes on and on '.repeat(30)}`]
      for (const next of texts) {
        for (const { key, blocks } of postedOf(mutated(original, next))) {
          expect(inSight(blocks).length, `${original.kind} ${key}:\n${inSight(blocks)}`).toBeLessThan(PHONE)
        }
      }
    }
  })
})
