import type { ModalView } from '@slack/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACTIONS, type ActionId, FIELDS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { readActionPayload, writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { budgetMessage, helpMessage, historyMessage, statusMessage } from '../../src/bot/blocks/answers.js'
import { confirmationMessage, confirmedMessage } from '../../src/bot/blocks/confirm.js'
import { differencesOf } from '../../src/bot/blocks/differences.js'
import { digestMessage } from '../../src/bot/blocks/digest.js'
import { homeView } from '../../src/bot/blocks/home.js'
import type { Message } from '../../src/bot/blocks/message.js'
import { viewsOf } from '../../src/bot/blocks/minority.js'
import { errorMessage, problemSentence } from '../../src/bot/blocks/notice.js'
import { progressOf } from '../../src/bot/blocks/progress.js'
import { rootMessage, sharedMessage } from '../../src/bot/blocks/root-message.js'
import type { RunCard } from '../../src/bot/blocks/view-models.js'
import { welcomeMessage } from '../../src/bot/blocks/welcome.js'
import { runAgainModal } from '../../src/bot/forms/again-modals.js'
import { deskModal } from '../../src/bot/forms/desk-modals.js'
import { leadsModal } from '../../src/bot/forms/follow-up-modals.js'
import { fieldErrors, readFields } from '../../src/bot/forms/form-values.js'
import { noticeModal, withTyped } from '../../src/bot/forms/inputs.js'
import {
  allChoicesModal,
  comparisonModal,
  evaluationModal,
  focusGroupModal,
  personaSetModal,
  pressureTestModal,
  simulationModal,
} from '../../src/bot/forms/new-run-modals.js'
import { EXAMPLE_RUN } from '../../src/data/example-run.js'
import type { MinorityReport } from '../../src/domain/panel/discussion.js'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import type { RunEvent } from '../../src/domain/run/run-events.js'
import { AppError, type ErrorCode } from '../../src/errors.js'
import { blanksOnly, tested } from '../report/documents/assay.js'
import { approvedRun, type EvaluationRun, failingRun } from '../report/documents/evaluation.js'
import { askRun, comparisonRun, refinementRun } from '../report/documents/other-kinds.js'
import { rehearsed } from '../report/documents/run.js'
import { simulationRun } from '../report/documents/simulation.js'
import {
  completedRun,
  withEverything,
  withNothing,
  withoutAnalysis,
  withoutIntent,
  withoutSuppressed,
} from '../report/documents.js'
import { checkHome, checkMessage, checkModal, nodes, wordsOf } from './payloads.js'
import {
  BUDGET,
  cardOf,
  deskOf,
  everyRun,
  listed,
  mark,
  minority,
  postedOf,
  REPORT,
  RUN_ID,
  SETTINGS,
  threadMessages,
  unfinished,
} from './render-documents.js'

type Button = {
  readonly action_id: ActionId
  readonly value: string
  readonly text: { readonly text: string }
  readonly url?: string
}
const buttonsOf = (payload: unknown) => nodes(payload, ({ type }) => type === 'button') as unknown as Button[]
const labelsOf = (payload: unknown) => buttonsOf(payload).map(({ text }) => text.text)
const actionsOf = (payload: unknown) => buttonsOf(payload).map(({ action_id }) => action_id)
const titleOf = ({ blocks }: Message) => wordsOf([blocks[0]])

const done = { ...completedRun(), report_url: REPORT }

/** The indices of a PNG with a palette and without filters. */
const inOneLine = (value: unknown) => wordsOf(value).replace(/\s+/g, ' ')

describe('the welcome', () => {
  it('is what Slack takes, fits a phone, and calls its example one, a rehearsal and nobody’s', () => {
    const message = welcomeMessage(EXAMPLE_RUN())
    checkMessage(message, 'welcome')
    const said = inOneLine(message.blocks)
    expect(said).toMatch(/Example\. Rehearsal: the text check found \d weaknesses/)
    expect(said).toMatch(/Kept as an example.*6 synthetic people/)
  })
})

describe('a test without its analysis', () => {
  const run = { ...withoutAnalysis(completedRun()), report_url: REPORT }
  const alone = withoutAnalysis(completedRun({ focus_group: 'off' }))

  it('shows its scores, what stands, what is missing and what the button buys', () => {
    const message = rootMessage(cardOf(run))
    checkMessage(message, 'without an analysis')
    expect(titleOf(message)).toBe('Weak, 47 of 100: 43% would not buy, analysis missing')
    const said = inOneLine(message.blocks)
    for (const words of [
      'The analysis is missing. The model refused to write it.',
      'What stands: the scores with their intervals, every answer',
      'What is missing: what broke, what to fix first and why the unheard views matter.',
      '“Get the analysis” buys only that, about $0.03; everything else is kept.',
    ])
      expect(said).toContain(words)
    expect(said).not.toMatch(/Fix first|recommends nothing/)
    expect(labelsOf(message.blocks)).toContain('Get the analysis')
    expect(actionsOf(message.blocks)).toContain(ACTIONS.retryRun)
    expect(actionsOf(message.blocks)).not.toContain(ACTIONS.refineRun)
    expect(actionsOf(sharedMessage(cardOf(run)).blocks)).toEqual([ACTIONS.openReport])
  })

  it('keeps the place of its findings in the thread, and offers no fixes to apply', () => {
    const thread = threadMessages(run)
    expect(thread.map(({ key }) => key)).toEqual(threadMessages(done).map(({ key }) => key))
    const findings = thread.find(({ key }) => key === 'findings')
    expect(inOneLine(findings?.blocks)).toContain('What broke: the analysis is missing')
    expect(actionsOf(findings?.blocks)).toEqual([ACTIONS.retryRun])
    expect(thread.flatMap(({ blocks }) => actionsOf(blocks))).not.toContain(ACTIONS.refineRun)
  })

  it('offers fixes to apply only where the analysis recommends some', () => {
    const posted = (run: RunDocument) => [rootMessage(cardOf(run)), ...threadMessages(run)]
    const offered = (run: RunDocument) =>
      posted(run).filter(({ blocks }) => actionsOf(blocks).includes(ACTIONS.refineRun))
    expect(offered(done)).toHaveLength(3)
    const { analysis } = done.result
    const nothing = {
      ...done,
      result: { ...done.result, analysis: analysis && { ...analysis, recommended_refinements: [] } },
    }
    expect(inOneLine(rootMessage(cardOf(nothing)).blocks)).toContain('recommends nothing')
    expect(offered(nothing)).toEqual([])
    for (const message of posted(nothing)) checkMessage(message, 'without a fix')
  })

  it('does not say that nothing was held back where nobody has looked', () => {
    const said = inOneLine(postedOf(alone).flatMap(({ blocks }) => blocks))
    expect(said).toContain('Nobody heard: not looked for; that is part of the analysis.')
    expect(said).toContain('Minority report: not made')
    expect(said).not.toMatch(/nobody held back|nothing was held back|did not hear/i)
    expect(viewsOf(alone.result, [])).toEqual([])
  })

  it('says what is not known: unclear views, missing ballots, an intent that was not measured', () => {
    const said = (of: Partial<MinorityReport>) =>
      inOneLine(postedOf(withoutSuppressed(done, of)).flatMap(({ blocks }) => blocks))
    expect(said({})).toContain('Nobody heard: none found; 1 unclear.')
    const missing = said({ ballots_missing: { missing: 2, of: 6 }, unclear_views: [] })
    expect(missing).toContain('None found; 2 of 6 ballots after the discussion are missing.')
    expect(missing).not.toMatch(/held back|did not hear/)
    const similar = said({ coded_by: 'similarity', unclear_views: [] })
    expect(similar).toContain('Nobody heard: none found; turns were read by similarity, which does not find what was')
    expect(similar).not.toContain('No view was held back')
    const unrated = inOneLine(rootMessage(cardOf(withoutIntent(done))).blocks)
    expect(unrated).toContain('Weak, 47 of 100, purchase intent not measured')
    expect(unrated).toContain('0 of 6 answers about buying could be rated')
    expect(unrated).not.toContain('Would buy')
  })

  it('says why it is amber where nothing can be opened', () => {
    const why = 'The panel hardly tells a good concept from an absurd one.'
    const sentence = `Treat it as a list of things to check with real people. ${why}`
    const { plain } = rootMessage(cardOf({ ...done, trust: done.trust && { ...done.trust, sentence } }))
    expect(inOneLine(plain)).toContain(why)
  })

  it('is told of in lists and digests with its score', () => {
    const history = historyMessage({ runs: [listed(run)], page: 0, more: false })
    expect(inOneLine(history.blocks)).toContain('47 of 100, weak, analysis missing')
  })
})

describe('a parent message', () => {
  const card = (status: RunDocument['status'], given: Partial<RunCard> = {}) =>
    cardOf(unfinished(done, status), { subject: 'Havn Oat froths like milk', ...given })

  const told = { seq: 1, at: '2026-03-02T10:00:00Z' }
  const events: RunEvent[] = [
    { ...told, type: 'stage', data: { stage: 'claims', sentence: 'Finding the claims' } },
    { ...told, type: 'stage', data: { stage: 'respond', sentence: '6 synthetic people read it', total: 6 } },
    ...['Ida', 'Ola', 'Per', 'Liv'].map((name) => ({
      ...told,
      type: 'respondent_answered' as const,
      data: {
        ...{ persona_id: name, name, archetype: 'Careful parent', says: `${name} wants proof.`, purchase_intent: 4 },
        ...{ sentiment: 'mixed', doubts: [] },
      },
    })),
  ]

  it('says that a run waits, and lets it be cancelled', () => {
    const message = rootMessage(card('queued'))
    checkMessage(message, 'queued')
    expect(titleOf(message)).toBe('Pressure test queued')
    expect(actionsOf(message.blocks)).toEqual([ACTIONS.cancelRun])
  })

  it('is a live checklist while it runs: stages, how many answered, time, cost', () => {
    const progress = progressOf(events, { kind: 'pressure_test', input: { focus_group: 'live' }, status: 'running' })
    const run = unfinished(withEverything(completedRun()), 'running')
    const message = rootMessage(cardOf(run, { progress }))
    checkMessage(message, 'running')
    expect(titleOf(message)).toBe('Pressure test running: 4 of 6 answered')
    const plan = message.blocks.find(({ type }) => type === 'plan') as unknown as {
      tasks: { title: string; status: string }[]
    }
    expect(plan.tasks.map(({ title, status }) => `${status} ${title}`)).toEqual([
      'complete Find the claims',
      'in_progress Everybody reads it alone: 4 of 6 answered',
      'pending Check that everybody stayed in character',
      'pending Talk it over',
      'pending Secret ballots after the discussion',
      'pending Read every answer, count, write it up',
    ])
    expect(wordsOf(message.blocks)).toContain('1 min 5 s. $0.01 of at most $2.00.')
    expect(actionsOf(message.blocks)).toEqual([ACTIONS.cancelRun])
    expect(wordsOf(message.plain)).toContain('▶ Everybody reads it alone: 4 of 6 answered')
  })

  it('counts anew when a second worker begins a stage again', () => {
    const again = [...events, ...events.slice(0, 3)]
    const { stages } = progressOf(again, { kind: 'pressure_test', input: {}, status: 'running' })
    expect(stages.find(({ key }) => key === 'respond')).toMatchObject({ status: 'in_progress', done: 1, total: 6 })
  })

  it('leaves out the discussion where none was asked for, and shows where a failed run broke off', () => {
    const { stages } = progressOf(events, { kind: 'pressure_test', input: { focus_group: 'off' }, status: 'failed' })
    expect(stages.map(({ key, status }) => `${key} ${status}`)).toEqual([
      'claims complete',
      'respond error',
      'fidelity pending',
      'analyse pending',
    ])
  })

  it('says why it is paused and whether anybody has to do something', () => {
    const down = {
      code: 'provider_down',
      message: 'The model provider does not answer.',
      resumeAt: '2026-03-02T10:05:00Z',
    }
    const byItself = rootMessage(card('paused', { pause: down }))
    checkMessage(byItself, 'paused')
    expect(wordsOf(byItself.blocks)).toContain('There is nothing you need to do.')
    const spent = {
      code: 'budget_exceeded',
      message: 'The budget of this run is spent. Raise it with: runs resume --budget 4',
      resumeAt: null,
    }
    const waits = rootMessage(card('paused', { pause: spent }))
    expect(wordsOf(waits.blocks)).toContain('Press “Go on…” to give it more')
    expect(wordsOf(waits.blocks)).not.toContain('--budget')
    expect(actionsOf(waits.blocks)).toEqual([ACTIONS.resumeRun, ACTIONS.cancelRun])
  })

  it('says that it is stopping, that it failed and why, that it was cancelled', () => {
    const stopping = rootMessage(card('running', { cancelRequested: true }))
    expect(titleOf(stopping)).toBe('Pressure test: stopping')
    expect(actionsOf(stopping.blocks)).toEqual([])
    const failed = rootMessage(card('failed'))
    checkMessage(failed, 'failed')
    expect(wordsOf(failed.blocks)).toContain('The model’s answer had not the asked shape.')
    expect(actionsOf(failed.blocks)).toEqual([ACTIONS.retryRun, ACTIONS.runAgain])
    const cancelled = rootMessage(
      card('cancelled', { progress: progressOf(events, { kind: 'pressure_test', input: {}, status: 'cancelled' }) }),
    )
    checkMessage(cancelled, 'cancelled')
    expect(wordsOf(cancelled.blocks)).toContain('Kept: 4 of 6 answered.')
    expect(actionsOf(cancelled.blocks)).toEqual([ACTIONS.retryRun, ACTIONS.runAgain])
    expect(wordsOf(cancelled.blocks)).toContain('Partial: 4 answers kept, no score is made of them')
    expect(wordsOf(cancelled.blocks)).toContain('“Liv wants proof.” Would buy: probably not.')
    expect(wordsOf(cancelled.plain)).toContain('“Ida wants proof.”')
  })

  it('becomes the score card: verdict, first fix, unheard view and trust in sight, the figures to be opened', () => {
    const message = rootMessage(cardOf(done))
    checkMessage(message, 'completed')
    expect(titleOf(message)).toBe('Weak, 47 of 100: 43% would not buy')
    const said = wordsOf(message.blocks)
    for (const part of ['47  31–62', 'Gut attraction', 'Credibility', 'Would buy', 'Trust: amber.', 'Fix first: '])
      expect(said).toContain(part)
    const inSight = wordsOf(message.blocks.filter(({ type }) => type !== 'container'))
    expect(inSight).toContain('The money back is a way to get at addresses.')
    expect(inSight).not.toContain('Gut attraction')
    expect(inSight).not.toContain('Predictions here')
    const record = '4 of 6 directions right so far (30 to 90 %), 2 wrong.'
    expect(wordsOf(rootMessage(cardOf(done, { record })).blocks)).toContain(`Predictions here: \n${record}`)
    expect(said).toContain('Take “clinically proven” out, or name the study.')
    expect(buttonsOf(message.blocks).find(({ action_id }) => action_id === ACTIONS.openReport)?.url).toBe(REPORT)
  })

  it('says so where only some answered', () => {
    const message = rootMessage(cardOf(withEverything(completedRun())))
    expect(titleOf(message)).toBe('Weak, 47 of 100: 43% would not buy, partial (6 of 7 answered)')
    expect(wordsOf(message.blocks)).toContain('Nadia did not answer. The model would not answer.')
    expect(message.text).toContain('partial')
  })

  it('lists what a repeated run changed', () => {
    const differences = differencesOf(
      { skepticism: 'medium', controls: true, stimulus: 'A' },
      { skepticism: 'high', controls: true, stimulus: 'B' },
    )
    expect(differences).toEqual([
      { name: 'Proposition', before: 'as it was', after: 'changed' },
      { name: 'Skepticism', before: 'medium', after: 'high' },
    ])
    const message = rootMessage(cardOf(done, { again: { runId: RUN_ID, differences } }))
    expect(wordsOf(message.blocks)).toContain('Skepticism: medium → high')
  })

  it('has no link where the server has no address, and none for other channels to press but the report', () => {
    const nowhere = { ...done, report_url: 'file:///home/ana/report.html' }
    expect(actionsOf(rootMessage(cardOf(nowhere)).blocks)).not.toContain(ACTIONS.openReport)
    expect(actionsOf(sharedMessage(cardOf(done)).blocks)).toEqual([ACTIONS.openReport])
    expect(actionsOf(sharedMessage(cardOf(nowhere)).blocks)).toEqual([])
    const shared = sharedMessage(cardOf(done), { by: 'Ben', note: 'Look at the <!channel> quote.' })
    checkMessage(shared, 'shared')
    expect(wordsOf([shared.blocks[0]])).toBe('Ben\n: Look at the <!channel> quote.')
    expect(wordsOf(sharedMessage(cardOf(done), { by: 'Ben', note: null }).blocks)).toContain('shares this result.')
  })
})

describe('a thread', () => {
  it('of a pressure test begins with the minority report and ends with where to go on', () => {
    expect(threadMessages(done).map(({ key }) => key)).toEqual([
      'minority',
      // Posted where the test has one before it in its project.
      'versions',
      'findings',
      'chart',
      'discussion',
      'personas',
      'next',
    ])
    const large = threadMessages({ ...completedRun({ personas: 60 }), report_url: REPORT })
    expect(large.map(({ key }) => key)).toEqual([
      'minority',
      // Posted where the test has one before it in its project.
      'versions',
      'findings',
      'chart',
      'discussion',
      'personas',
      'personas:2',
      'next',
    ])
    expect(wordsOf(large)).toContain('48 more in the full report.')
    expect(threadMessages(completedRun({ focus_group: 'off' })).map(({ key }) => key)).not.toContain('discussion')
  })

  it('offers everything there is to go on with', () => {
    const next = threadMessages(done).at(-1)
    expect(labelsOf(next?.blocks)).toEqual([
      'Open the full report',
      'Apply the fixes and re-test',
      'Run again with…',
      'Ask a respondent',
      'Share to a channel',
      'Export',
      'What really happened…',
    ])
  })

  it('has votes under every section of a panel, each naming its section', () => {
    const votes = nodes(threadMessages(done), ({ type }) => type === 'feedback_buttons') as unknown as {
      positive_button: { value: string }
    }[]
    expect(votes.map(({ positive_button }) => readActionPayload(positive_button.value)?.section)).toEqual([
      'minority',
      'findings',
      'chart',
      'discussion',
      'personas',
    ])
  })

  it('has a chart as native blocks and as text', () => {
    const chart = threadMessages(done).find(({ key }) => key === 'chart')
    expect(chart?.blocks.map(({ type }) => type)).toContain('data_visualization')
    expect(wordsOf(chart?.plain)).toMatch(/\d% [█░]{12} definitely not/)
    expect(chart?.text).toMatch(/Would they buy it\? Share of the panel, %: definitely not \d+%,.*definitely \d+%\./)
    expect(threadMessages(askRun())).toEqual([])
  })

  it('calls a discussion in one call what it is', () => {
    const quick = threadMessages(completedRun({ focus_group: 'quick' })).find(({ key }) => key === 'discussion')
    expect(wordsOf(quick)).toContain('A single model call wrote everybody’s lines')
  })

  it('of a run in which nothing was found says so, and draws nothing it does not have', () => {
    const thread = threadMessages(withNothing(completedRun()))
    for (const message of thread) checkMessage(message, message.key)
    const said = wordsOf(thread)
    expect(said).toContain('Minority report: none found; 1 unclear')
    expect(said).toContain('Weaknesses: none the panel would name')
  })

  it('of a comparison, a refinement and an answer', () => {
    expect(threadMessages(comparisonRun()).map(({ key }) => key)).toEqual(['ranking', 'next'])
    expect(titleOf(rootMessage(cardOf(comparisonRun())))).toBe('Does best: B, Sugar first')
    expect(titleOf(rootMessage(cardOf(comparisonRun({ winner: false }))))).toBe('None does best')
    expect(wordsOf(rootMessage(cardOf(comparisonRun())).blocks)).toMatch(/B would buy +[█░]+ +\d+% +\d+–\d+/)
    expect(threadMessages(refinementRun()).map(({ key }) => key)).toEqual(['edits', 'next'])
    expect(titleOf(rootMessage(cardOf(refinementRun())))).toBe('The fixes helped')
    // A lift of 7 where rewording alone brings more.
    expect(titleOf(rootMessage(cardOf(tested(refinementRun(), blanksOnly(9.2)))))).toBe('No lift seen')
    expect(titleOf(rootMessage(cardOf(refinementRun({ kept: false }))))).toBe('Nothing could be mended')
    const inList = (run: RunDocument) => wordsOf(historyMessage({ runs: [listed(run)], page: 0, more: false }).blocks)
    expect(inList(refinementRun())).toContain('the fixes helped')
    expect(inList(tested(refinementRun(), blanksOnly(9.2)))).toContain('no lift seen')
    expect(inList(simulationRun())).toMatch(/still there after 14 days \(\d+%\sto\s\d+%\), uncalibrated/)
    expect(inList(refinementRun())).not.toMatch(/\d+ before, \d+ after/)
    const edited = (run: RunDocument) => wordsOf(threadMessages(run).find(({ key }) => key === 'edits'))
    expect(edited(refinementRun())).toMatch(
      /scored it higher and \d lower; what rewording alone brings to one person was not measured/,
    )
    // The noise floor is that of the panel's mean: of one person it says nothing.
    expect(edited(tested(refinementRun(), blanksOnly(10)))).toContain(
      'Of 6 synthetic people, 5 scored it higher and 1 lower; what rewording alone brings to one person was not measured.',
    )
    expect(edited(rehearsed(refinementRun()))).not.toMatch(/scored it|backfired/)
    expect(wordsOf(rootMessage(cardOf(refinementRun())).blocks)).toContain(
      'Told beside it: \nAn oat drink sold in Denmark.',
    )
    expect(threadMessages(askRun())).toEqual([])
    expect(titleOf(rootMessage(cardOf(askRun())))).toMatch(/ answers$/)
  })
})

describe('the minority report', () => {
  const report = (marks: RunCard['marks']) => threadMessages(done, { marks })[0] as Message
  const on = (message: Message, view: string) =>
    buttonsOf(message.blocks)
      .filter(({ value }) => readActionPayload(value)?.view === view)
      .map(({ text }) => text.text)

  it('says who held what, in their words, how firmly, and why nobody heard it', () => {
    const said = wordsOf(report([]).blocks)
    for (const part of [
      'The money back is a way to get at addresses.',
      'Nobody said it.',
      'on the secret ballot before and after',
      'held firmly (0.8 of 1)',
    ])
      expect(said).toContain(part)
  })

  it('offers to acknowledge, assign and close, on each view and on the card for all, which asks first', () => {
    expect(on(report([]), 'v1')).toEqual(['Acknowledge', 'Assign', 'Close with…'])
    expect(on(report([]), 'v2')).toEqual(['Acknowledge', 'Assign', 'Close with…'])
    const card = rootMessage(cardOf(done))
    const [answer] = buttonsOf(card.blocks)
    expect(answer?.text.text).toBe('Answer what nobody heard')
    expect(readActionPayload(answer?.value)?.desk).toMatchObject({ run: done.run_id, state: 'all' })
    // No mark changes it: that would be one more call to Slack.
    expect(wordsOf(card.blocks)).toContain('(and 1 more view)')
    expect(rootMessage(cardOf(done, { marks: [mark()] }))).toEqual(card)
    const views = deskOf(['One.', 'Two.']).views.map((view) => ({ ...view, action: null }))
    const desk = deskModal({
      ...deskOf(),
      views,
      filter: { ...deskOf().filter, run: done.run_id },
    })
    const all = buttonsOf(desk.blocks).find(({ text }) => text.text === 'Acknowledge all…')
    expect(all).toMatchObject({ confirm: { title: { text: 'Acknowledge all?' } } })
  })

  it('shows what was done with who and when, and does not offer it again', () => {
    const acknowledged = report([mark()])
    expect(wordsOf(acknowledged.blocks)).toMatch(/Acknowledged\n by Ana, \n2026-03-02 10:00 UTC/)
    expect(on(acknowledged, 'v1')).toEqual(['Assign again'])
    expect(on(acknowledged, 'v2')).toEqual(['Acknowledge', 'Assign', 'Close with…'])
    const assigned = report([mark({ action: 'assigned', to: 'Ben', text: 'Ask support.', due: '2026-03-09' })])
    expect(wordsOf(assigned.blocks)).toMatch(/Assigned\n to Ben by Ana, due 9 March 2026, \n.*\n: Ask support\./)
    expect(on(assigned, 'v1')).toEqual(['Acknowledge', 'Assign again', 'Close with…'])
    const disagreed = report([mark({ action: 'disagreed', text: 'We tested that.' })])
    expect(on(disagreed, 'v1')).toEqual(['Assign again'])
    expect(wordsOf(disagreed.blocks)).toContain(': We tested that.')
  })

  it('has no open view once every view was acted on', () => {
    const openOf = (...[result, marks]: Parameters<typeof viewsOf>) =>
      viewsOf(result, marks).flatMap((view) => (view.marks.length === 0 ? [view.key] : []))
    expect(openOf(done.result, [mark()])).toEqual(['v2'])
    expect(openOf(done.result, [mark({ view: null })])).toEqual([])
  })
})

describe('an agent’s evaluation', () => {
  let failing: EvaluationRun
  let approved: EvaluationRun
  beforeAll(async () => {
    ;[failing, approved] = await Promise.all([failingRun(), approvedRun()])
  })

  it('has a verdict card to approve or send back', () => {
    const message = rootMessage(cardOf(failing))
    expect(titleOf(message)).toMatch(/^Not approved: .*, \d\.\d of 10$/)
    expect(wordsOf(message.blocks)).toContain('First of 2 critical failures')
    expect(actionsOf(message.blocks)).toEqual([ACTIONS.approveAgent, ACTIONS.requestChanges, ACTIONS.runAgain])
    const primary = (payload: unknown) => nodes(payload, ({ style }) => style === 'primary').length
    expect([primary(message.blocks), primary(rootMessage(cardOf(approved)).blocks)]).toEqual([0, 1])
  })

  it('shows a person’s decision', () => {
    const review = { action: 'approved' as const, by: 'Ana', at: '2026-03-02T10:00:00Z', text: null }
    const message = rootMessage(cardOf(failing, { review }))
    expect(wordsOf(message.blocks)).toContain('Approved\n by Ana')
    expect(actionsOf(message.blocks)).not.toContain(ACTIONS.approveAgent)
  })

  it('shows the worst conversations, with buttons that name them', () => {
    const thread = threadMessages(failing)
    expect(thread.map(({ key }) => key.split(':')[0])).toEqual(['verdict', 'case', 'case', 'case', 'chart', 'next'])
    const [worst] = thread.filter(({ key }) => key.startsWith('case:'))
    expect(wordsOf(worst)).toContain('Opt-out not respected')
    expect(labelsOf(worst?.blocks)).toEqual(['Good', 'Bad'])
    const payload = readActionPayload(buttonsOf(worst?.blocks)[0]?.value)
    expect(worst?.key).toBe(`case:${payload?.case}`)
    const conversationMarks = [{ case_id: payload?.case ?? '', trial: payload?.trial ?? 0, passed: false, by: 'Ana' }]
    const marked = threadMessages(failing, { conversationMarks }).find(({ key }) => key === worst?.key)
    expect(wordsOf(marked)).toContain('👎 Marked bad by Ana.')
    expect(labelsOf(marked?.blocks)).toEqual(['Good'])
  })
})

describe('every message that shows a score', () => {
  it('says that it is synthetic, and offline where it was', async () => {
    let shown = 0
    for (const run of await everyRun()) {
      for (const { key, text, blocks, plain } of postedOf(run)) {
        if (key === 'next') continue
        const offline = run.model.mode === 'offline'
        for (const [what, said] of [
          ['text', text],
          ...[blocks, plain].flatMap((one) => (one ? [['blocks', wordsOf(one)]] : [])),
        ] as const) {
          const at = `${run.kind} ${key} ${what}: ${said}`
          expect(/synthetic|no real (person|prospect)|handed in/i.test(said ?? ''), at).toBe(true)
          if (offline) expect(/offline/i.test(said ?? ''), at).toBe(true)
          shown++
        }
      }
    }
    expect(shown).toBeGreaterThan(100)
    for (const message of [historyMessage({ runs: [listed(done)], page: 0, more: false }), digestOf()])
      expect(wordsOf(message.blocks)).toMatch(/\(trust amber, synthetic\)/)
    const rehearsal = historyMessage({ runs: [listed(rehearsed(done))], page: 0, more: false })
    expect(wordsOf(rehearsal.blocks)).toMatch(/\(rehearsal, synthetic, offline behaviour model\)/)
  })
})

const digestOf = () =>
  digestMessage({
    ...{ from: '2026-02-23', to: '2026-03-01', runs: [listed(done)], openMinorities: [minority()], desk: null },
    ...{ spentUsd: 3.2, budget: BUDGET },
  })

describe('answers', () => {
  it('to help, status, history, budget and the week', () => {
    const running = { ...listed(unfinished(done, 'running')), subject: 'Running one' }
    const messages = {
      help: helpMessage(),
      nothing: statusMessage([listed(done)]),
      status: statusMessage([running, listed(done)]),
      history: historyMessage({ runs: [listed(done), running], page: 0, more: true }),
      empty: historyMessage({ runs: [], page: 0, more: false }),
      budget: budgetMessage(BUDGET),
      digest: digestOf(),
    }
    for (const [name, message] of Object.entries(messages)) checkMessage(message, name)
    expect(wordsOf(messages.help.blocks)).toContain('/pressure-test <proposition>')
    expect(titleOf(messages.nothing)).toBe('Nothing is running')
    expect(titleOf(messages.status)).toBe('1 run not finished')
    expect(wordsOf(messages.status.blocks)).not.toContain('47 of 100')
    expect(wordsOf(messages.history.blocks)).toContain('47 of 100, weak')
    expect(readActionPayload(buttonsOf(messages.history.blocks).at(-1)?.value)).toEqual({ page: 1 })
    expect(titleOf(messages.budget)).toBe('$16.40 left this month')
    expect(wordsOf(budgetMessage({ ...BUDGET, monthSpentUsd: 20 }).blocks)).toContain(
      'Nothing more is started this month',
    )
    expect(wordsOf(messages.digest.blocks)).toContain('1 minority report nobody answered')
  })

  it('asks before a dear run, with price and time', () => {
    const message = confirmationMessage({
      ...{ pending: 'p-1', kind: 'pressure_test', subject: 'Havn Oat', sources: [], confirmAboveUsd: 0.5 },
      quote: {
        ...{
          model: { mode: 'anthropic', persona: 'm-1', analysis: 'm-2' },
          played_by: 'claude-haiku-5-5 for the panel, claude-sonnet-5-5 for the analysis',
          calls: 40,
          input_tokens: 90_000,
          output_tokens: 12_000,
        },
        ...{
          cost_usd: { low: 0.8, middle: 1.1, high: 1.9 },
          seconds: { low: 40, high: 130 },
          notes: ['It takes longer than a minute.'],
        },
      },
    })
    checkMessage(message, 'confirmation')
    expect(wordsOf(message.blocks)).toContain('about $1.10 ($0.80 to $1.90)')
    expect(buttonsOf(message.blocks).map(({ action_id, value }) => [action_id, readActionPayload(value)])).toEqual([
      [ACTIONS.confirmRun, { pending: 'p-1' }],
      [ACTIONS.discardRun, { pending: 'p-1' }],
    ])
    checkMessage(confirmedMessage({ subject: 'x', by: 'Ana', at: '2026-03-02T10:00:00Z', started: false }), 'confirmed')
  })

  it('tells admins, and only them, how leads are named', () => {
    const home = (isAdmin: boolean) =>
      homeView({
        ...{
          running: [],
          past: [listed(done)],
          undelivered: [],
          desk: deskOf(),
          personaSets: [],
          budget: BUDGET,
          settings: SETTINGS,
        },
        ...{ leads: ['Ana'], isAdmin, more: false },
      })
    checkHome(home(true), 'home')
    expect(actionsOf(home(true))).toContain(ACTIONS.openLeads)
    expect(actionsOf(home(false))).not.toContain(ACTIONS.openLeads)
    checkModal(leadsModal({ leads: ['U1', 'U2'] }), 'leads')
  })
})

describe('trouble', () => {
  const problem = (code: ErrorCode, until?: 'next_month') =>
    new AppError(code, { problem: 'Ask fewer people --personas.', ...(until ? { until } : {}) })
  const PROBLEMS: [string, unknown][] = [
    ['a run above its budget', problem('budget_exceeded')],
    ['the spent budget of a month', problem('budget_exceeded', 'next_month')],
    ['a provider that is down', problem('provider_down')],
    ['a run that was set aside', problem('quarantined')],
    ['a database that is away', problem('storage_unavailable')],
    ['a queue that is away', problem('queue_unavailable')],
    ['a fault of ours', problem('internal')],
    ['an unknown error', new Error('password=hunter2 at /srv/app')],
  ]

  it.each(PROBLEMS)('%s is one or two sentences that say what to do', (what, error) => {
    const sentence = problemSentence(error, 'err-1')
    expect(sentence.split(/[.;] /).length).toBeLessThanOrEqual(3)
    expect(sentence).toMatch(/\.$/)
    expect(sentence).not.toMatch(/--|RUN_BUDGET|undefined/)
    checkMessage(errorMessage(sentence), what)
    checkModal(noticeModal(sentence), what)
  })

  it('of ours keeps its sentence, trouble unknown says an id and nothing of what happened', () => {
    expect(problemSentence(new AppError('not_found', { what: 'run', id: 'r-1' }), 'e-1')).toBe(
      'There is no such run in this workspace: r-1.',
    )
    expect(problemSentence(problem('budget_exceeded'), 'e-1')).toContain('more than a run may')
    expect(problemSentence(problem('budget_exceeded', 'next_month'), 'e-1')).toContain('budget of this month')
    expect(problemSentence(new Error('password=hunter2 at /srv/app'), 'e-1')).toBe(
      'Something went wrong on our side. Please quote error id e-1.',
    )
  })
})

describe('forms', () => {
  const choices = {
    archetypes: [{ id: 'careful-parent', name: 'Careful parent' }],
    personaSets: [{ id: 'set-1', name: 'Nurses' }],
    agents: [],
  }
  const form = { settings: SETTINGS, choices, channel: 'C1' }
  type Input = { block_id: string; element: { action_id: string } & Record<string, unknown> }
  const inputsOf = (view: unknown) => nodes(view, ({ type }) => type === 'input') as unknown as Input[]

  it('start with the person’s settings, and each input goes by one name', () => {
    const view = allChoicesModal({ ...form, proposition: 'Havn Oat froths.' })
    checkModal(view, 'pressure test')
    for (const { block_id, element } of inputsOf(view)) expect(element.action_id).toBe(block_id)
    const start = new Map(
      inputsOf(view).map(({ block_id, element }) => [
        block_id,
        element.initial_value ?? element.initial_option ?? element.initial_options,
      ]),
    )
    expect(start.get(FIELDS.proposition)).toBe('Havn Oat froths.')
    expect(start.get(FIELDS.skepticism)).toMatchObject({ value: 'medium' })
    expect(start.get(FIELDS.focusGroup)).toMatchObject({ value: 'live' })
    expect(start.get(FIELDS.personaSet)).toMatchObject({ value: 'set-1' })
    expect(start.get(FIELDS.panel)).toMatchObject([{ value: 'careful-parent' }])
    expect(start.get(FIELDS.budget)).toBe('1.5')
    expect(start.get(FIELDS.visibility)).toMatchObject({ value: 'channel' })
  })

  it('keep a proposition longer than a field out of it, and say that all of it is tested', () => {
    const view = pressureTestModal({ ...form, proposition: 'Long. '.repeat(8_000), pending: 'p-9' })
    checkModal(view, 'long')
    expect(inputsOf(view).map(({ block_id }) => block_id)).not.toContain(FIELDS.proposition)
    expect(wordsOf(view)).toContain('All 48,000 characters of it are used.')
    expect(readActionPayload(view.private_metadata)).toEqual({ pending: 'p-9', channel: 'C1' })
  })

  it('ask at most four things at first, and everything behind a button', () => {
    const agents = [{ id: 'v-1', name: 'Mira 3' }]
    const full = { ...form, choices: { ...choices, agents } }
    const products = [{ id: 'planner', name: 'Planner' }]
    const pairs: [ModalView, ModalView][] = [
      [pressureTestModal(full), allChoicesModal(full)],
      [focusGroupModal(full), focusGroupModal(full, { full: true })],
      [comparisonModal(full), comparisonModal(full, { full: true })],
      [evaluationModal(full), evaluationModal(full, { full: true })],
      [simulationModal(full, products), simulationModal(full, products, { full: true })],
      [personaSetModal(full), personaSetModal(full, { full: true })],
    ]
    for (const [short, long] of pairs) {
      const name = short.callback_id ?? ''
      checkModal(short, name)
      checkModal(long, `all of ${name}`)
      expect(inputsOf(short).length, name).toBeLessThanOrEqual(4)
      expect(inputsOf(long).length, name).toBeGreaterThan(4)
      expect(actionsOf(short), name).toEqual([ACTIONS.allChoices])
      expect(actionsOf(long), name).toEqual([])
    }
  })

  it('keep what was entered where the long form takes the place of the short one', () => {
    const view = withTyped(comparisonModal(form, { full: true }), {
      ...{ proposition_a: 'One', skepticism: 'high', panel: ['careful-parent'], personas: '9' },
    })
    const start = new Map(inputsOf(view).map(({ block_id, element }) => [block_id, element]))
    expect(start.get('proposition_a')?.initial_value).toBe('One')
    expect(start.get('skepticism')?.initial_option).toMatchObject({ value: 'high' })
    expect(start.get('panel')?.initial_options).toMatchObject([{ value: 'careful-parent' }])
    expect(start.get('personas')?.initial_value).toBe('9')
    checkModal(view, 'with what was typed')
  })

  it('say what each setting was before where a run is repeated', () => {
    const view = runAgainModal({ run_id: RUN_ID, before: { ...SETTINGS, skepticism: 'extreme', personas: 9 }, form })
    checkModal(view, 'again')
    const hints = nodes(view, ({ type }) => type === 'input').map(({ hint }) => wordsOf([hint]))
    expect(hints).toContain('Before: extreme.')
    expect(hints.join()).toContain('Before: 9.')
    expect(view.callback_id).toBe(MODALS.runAgain)
  })

  it('are read back by field, whatever the kind of input', () => {
    const state = {
      proposition: { proposition: { type: 'plain_text_input', value: 'Havn' } },
      panel: { panel: { type: 'multi_static_select', selected_options: [{ value: 'a' }, { value: 'b' }] } },
      skepticism: { skepticism: { type: 'radio_buttons', selected_option: { value: 'high' } } },
      controls: { controls: { type: 'checkboxes', selected_options: [] } },
      digest: { digest: { type: 'checkboxes', selected_options: [{ value: 'on' }] } },
      budget: { budget: { type: 'number_input', value: null } },
      files: { files: { type: 'file_input', files: [{ id: 'F1' }] } },
      assignee: { assignee: { type: 'users_select', selected_user: 'U1' } },
      leads: { leads: { type: 'multi_users_select', selected_users: ['U1', 'U2'] } },
      channel: { channel: { type: 'conversations_select', selected_conversation: 'C1' } },
      strange: { __proto__: { value: 'x' }, unknown: { value: 'y' } },
    }
    expect(readFields(state)).toEqual({
      ...{ proposition: 'Havn', panel: ['a', 'b'], skepticism: 'high', digest: ['on'], files: ['F1'] },
      ...{ assignee: 'U1', leads: ['U1', 'U2'], channel: 'C1' },
    })
    for (const nothing of [null, undefined, 'x', [], { a: null }]) expect(readFields(nothing)).toEqual({})
    expect(fieldErrors({ budget: 'Too little.' })).toEqual({
      response_action: 'errors',
      errors: { budget: 'Too little.' },
    })
  })
})

describe('what a button is about', () => {
  it('comes back as it was written, and nothing else comes back', () => {
    const payload = { run: RUN_ID, view: 'v2', section: 'minority' as const }
    expect(readActionPayload(writeActionPayload(payload))).toEqual(payload)
    const forged = [
      undefined,
      '',
      'null',
      '[]',
      '{"run":"x"}',
      `{"run":"${RUN_ID}","workspace":"w"}`,
      '{"view":"v0"}',
      'x'.repeat(3_000),
    ]
    for (const value of forged) expect(readActionPayload(value), String(value)).toBeNull()
  })

  it('is named by ids that differ', () => {
    for (const names of [ACTIONS, MODALS, FIELDS])
      expect(new Set(Object.values(names)).size).toBe(Object.values(names).length)
  })
})
