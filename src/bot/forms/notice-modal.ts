import type { ModalView } from '@slack/types'
import { MODALS } from '../blocks/action-ids.js'
import { plain } from '../blocks/blocks.js'
import { problemSentence, type SlackProblem } from '../blocks/notice.js'
import { passage } from '../blocks/text.js'
import { modal } from './inputs.js'

/** A problem, or a sentence, in place of a form. */
export const noticeModal = (said: SlackProblem | string): ModalView =>
  modal({
    id: MODALS.notice,
    title: 'Pressure test',
    ref: {},
    blocks: [
      {
        type: 'alert',
        text: plain(passage(typeof said === 'string' ? said : problemSentence(said), 2_000), 2_000),
        level: typeof said === 'string' ? 'info' : 'warning',
      },
    ],
  })
