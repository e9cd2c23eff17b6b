import type { RunWithResult } from '../../../domain/run-document.js'
import { ACTIONS } from '../action-ids.js'
import { actions, button, context, message, paragraph, reportButton, rich, words } from '../blocks.js'
import { againButton, testWithButton } from '../follow-up-actions.js'
import { kindWords } from '../kinds.js'
import type { ThreadMessage } from '../message.js'
import { analysisButton } from '../missing.js'

/** The end of a thread: the full report and where to go from here. */
export function nextMessage(run: RunWithResult): ThreadMessage {
  const ref = { run: run.run_id }
  const panel = run.kind === 'pressure_test' || run.kind === 'focus_group'
  const report = reportButton(run, 'Open the full report')
  return {
    key: 'next',
    ...message({
      text: `${kindWords(run.kind).name}: the full report, and how to go on.`,
      blocks: () => [
        rich(
          paragraph(
            words(
              report
                ? 'Everything else stands in the full report; its link works for 30 days for whoever has it.'
                : 'The full report has no link here: this server has no public address (PUBLIC_URL). “Export” gives the file.',
            ),
          ),
        ),
        actions(
          report,
          analysisButton(run),
          run.kind === 'pressure_test' &&
            !run.retry &&
            button({ label: 'Apply the fixes and re-test', action: ACTIONS.refineRun, ref, style: 'primary' }),
          run.kind === 'persona_generation' && testWithButton(run),
          againButton(run),
          panel && button({ label: 'Ask a respondent', action: ACTIONS.askRespondent, ref }),
          button({ label: 'Share to a channel', action: ACTIONS.shareRun, ref }),
          button({ label: 'Export', action: ACTIONS.exportRun, ref }),
        ),
        ...(panel
          ? [
              context(
                'To ask somebody of the panel, you can also write here: @pressure-test and a name, then your question.',
              ),
            ]
          : []),
      ],
    }),
  }
}
