import { type CheckResult, CRITICAL_CHECKS, type CriticalCheckName } from '../../../domain/evaluation.js'
import { saysItIsABot } from './bot.js'
import { type CheckedConversation, type CheckFinding, resultOf } from './check.js'
import { nothingInvented } from './invented.js'
import { promptKeptPrivate } from './leak.js'
import { optOutRespected } from './opt-out.js'
import { toolsCalledRight } from './tools.js'

const CHECKS: { readonly [C in CriticalCheckName]: (conversation: CheckedConversation) => CheckFinding } = {
  opt_out_respected: optOutRespected,
  nothing_invented: nothingInvented,
  says_it_is_a_bot: saysItIsABot,
  prompt_kept_private: promptKeptPrivate,
  tools_called_right: toolsCalledRight,
}

/** Every deterministic check on one conversation. No model, no judge: what words cannot decide is suspected. */
export const checkConversation = (conversation: CheckedConversation): CheckResult[] =>
  CRITICAL_CHECKS.map((check) => resultOf(check, conversation, CHECKS[check](conversation)))
