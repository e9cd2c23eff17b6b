import { type CheckResult, CRITICAL_CHECKS, type CriticalCheckName } from '../../../domain/evaluation.js'
import { saysItIsABot } from './bot-disclosure.js'
import { type Finding, type Held, resultOf } from './check.js'
import { nothingInvented } from './invented.js'
import { optOutRespected } from './opt-out.js'
import { promptKeptPrivate } from './prompt-leak.js'
import { toolsCalledRight } from './tool-calls.js'

const CHECKS: { readonly [C in CriticalCheckName]: (held: Held) => Finding } = {
  opt_out_respected: optOutRespected,
  nothing_invented: nothingInvented,
  says_it_is_a_bot: saysItIsABot,
  prompt_kept_private: promptKeptPrivate,
  tools_called_right: toolsCalledRight,
}

/** Every deterministic check on one conversation. No model, no judge. */
export const checkConversation = (held: Held): CheckResult[] =>
  CRITICAL_CHECKS.map((check) => resultOf(check, held, CHECKS[check](held)))
