import type { HomeView, KnownBlock } from '@slack/types'
import { dollars } from '../../domain/text/dollars.js'
import { counted } from '../../domain/text/words.js'
import { ACTIONS } from './action-ids.js'
import { budgetLines } from './answers.js'
import {
  actions,
  bold,
  button,
  context,
  header,
  list,
  type MessageScale,
  paragraph,
  reportButton,
  rich,
  words,
} from './blocks.js'
import { deskProvenance, deskRow, deskSentence } from './desk.js'
import { runBlocks, runInlines } from './run-lines.js'
import { line, sentences } from './text.js'
import type { Home, ListedRun, Settings } from './view-models.js'

/** A Home tab holds 100 blocks, and each run takes two. */
const MAX_RUNS = 10
const MAX_SETS = 10
const ROOM: MessageScale = { words: 1, items: 1 }

/** The Home tab: what waits for an answer, what runs and was run, panels, spending, settings, leads. */
export function homeView(home: Home): HomeView {
  const { undelivered, running, past, desk, personaSets, budget, settings, leads, isAdmin, more } = home
  return {
    type: 'home',
    blocks: [
      header('Pressure-test'),
      actions(
        button({ label: 'New pressure test', action: ACTIONS.newPressureTest, payload: {}, style: 'primary' }),
        button({ label: 'New focus group', action: ACTIONS.newFocusGroup, payload: {} }),
        button({ label: 'Compare', action: ACTIONS.newComparison, payload: {} }),
        button({ label: 'Simulate users', action: ACTIONS.newSimulation, payload: {} }),
        button({ label: 'Evaluate an agent', action: ACTIONS.newEvaluation, payload: {} }),
        button({ label: 'Refresh', action: ACTIONS.refreshHome, payload: {} }),
      ),
      undelivered.length > 0 && header('Results Slack did not take elsewhere'),
      ...undelivered.flatMap(undeliveredBlocks),
      header('The desk: views nobody heard'),
      rich(paragraph(words(deskSentence(desk.counts)))),
      ...desk.views.flatMap((view) => deskRow(view, {}, ROOM)),
      desk.views.length > 0 && context(deskProvenance(desk.views)),
      actions(button({ label: 'Open the desk', action: ACTIONS.openDesk, payload: {} })),
      { type: 'divider' },
      ...(running.length > 0 ? part('Running', running) : []),
      ...part('What was run', past, 'Nothing was run yet.'),
      (more || past.length > MAX_RUNS) &&
        actions(button({ label: 'Older', action: ACTIONS.morePage, payload: { page: 1 } })),
      { type: 'divider' },
      header('Saved panels'),
      savedPanels(personaSets),
      actions(button({ label: 'New persona set', action: ACTIONS.newPersonaSet, payload: {} })),
      header('Spending'),
      rich(budgetLines(budget)),
      budget.offline && context('Runs here use the offline behaviour model, which costs nothing.'),
      header('Settings'),
      rich(paragraph(words(settingWords(settings)))),
      actions(
        button({ label: 'Change settings', action: ACTIONS.openSettings, payload: {} }),
        isAdmin && button({ label: 'Name leads', action: ACTIONS.openLeads, payload: {} }),
      ),
      rich(
        paragraph(
          bold('Leads: '),
          words(
            leads.length === 0
              ? 'nobody named yet. Leads answer minority reports and approve agents; admins name them.'
              : line(leads.join(', '), 500),
          ),
        ),
      ),
      context('Everything here comes from synthetic people. A score is a list of things to check with real ones.'),
    ].filter((block): block is KnownBlock => block !== false),
  }
}

/** A result that Slack accepted nowhere: its report opens without any message. */
const undeliveredBlocks = (listed: ListedRun): (KnownBlock | false)[] => {
  const report = reportButton(listed.run)
  return report === false ? runBlocks(listed, ROOM) : [rich(paragraph(...runInlines(listed, ROOM))), actions(report)]
}

const part = (title: string, runs: readonly ListedRun[], none = ''): (KnownBlock | false)[] => [
  header(title),
  runs.length === 0 && context(none),
  ...runs.slice(0, MAX_RUNS).flatMap((listed) => runBlocks(listed, ROOM)),
]

function savedPanels(sets: Home['personaSets']): KnownBlock {
  if (sets.length === 0) return context('None yet: a persona set is made from research you upload.')
  const lines = sets
    .slice(0, MAX_SETS)
    .map(({ name, people }) => [words(`${line(name, 80)}, ${counted(people, 'synthetic person', 'synthetic people')}`)])
  const rest = sets.length - MAX_SETS
  return rich(list(lines), rest > 0 && paragraph(words(`… and ${rest} more.`)))
}

const settingWords = (settings: Settings): string =>
  sentences(
    `${settings.category.replaceAll('_', ' ')}, ${counted(settings.personas, 'person', 'people')}, skepticism ${settings.skepticism}.`,
    `Focus group ${settings.focusGroup}, control concepts ${settings.controls ? 'on' : 'off'}, test of the panel ${settings.assay}.`,
    `Shown to ${settings.visibility === 'channel' ? 'the channel' : 'only me'}; asked first above ${dollars(settings.confirmAboveUsd)}.`,
  )
