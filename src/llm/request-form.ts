import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { Log } from '../log.js'
import { factsOf } from './models-and-prices.js'

/** How a request asks for the answer's shape, best first. */
const SHAPES = ['structured_output', 'forced_tool', 'words'] as const

/** The form of request that a server and model are known to support. */
export type RequestForm = {
  readonly shape: (typeof SHAPES)[number]
  /** Whether the model may be told not to think. */
  readonly limitsThinking: boolean
}

export type RequestForms = {
  of(model: string): RequestForm
  /** Call when the server refused a request of that form with this message. Returns whether there is another form to try. */
  fallBack(model: string, form: RequestForm, message: string): boolean
}

/** Words with which servers name the part of a request that they do not support. */
const ABOUT_THINKING = /thinking|effort/i
const ABOUT_STRUCTURED_OUTPUT =
  /output_config|output_format|json_schema|structured|grammar|schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i
const ABOUT_TOOLS =
  /tool|input_schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i

/** Learns once per process what each model of this server supports, from what it refuses. */
export function createRequestForms(log: Log): RequestForms {
  const forms = new Map<string, RequestForm>()
  const of = (model: string): RequestForm =>
    forms.get(model) ?? { shape: 'structured_output', limitsThinking: factsOf(model) !== null }

  return {
    of,
    fallBack(model, form, message) {
      const known = of(model)
      // Another call has learnt it meanwhile.
      if (known.shape !== form.shape || known.limitsThinking !== form.limitsThinking) return true
      const next = simplerForm(known, message)
      if (!next) return false
      forms.set(model, next)
      log.warn(
        { model, message_from_server: message, shape: next.shape },
        'the model server does not support a part of the request; sending a simpler form',
      )
      return true
    },
  }
}

function simplerForm(form: RequestForm, message: string): RequestForm | null {
  if (form.limitsThinking && ABOUT_THINKING.test(message)) return { ...form, limitsThinking: false }
  if (form.shape === 'structured_output' && ABOUT_STRUCTURED_OUTPUT.test(message))
    return { ...form, shape: 'forced_tool' }
  if (form.shape === 'forced_tool' && ABOUT_TOOLS.test(message)) return { ...form, shape: 'words' }
  return null
}

/** Thinking is billed as output and counts towards `max_tokens`: switched off where the model allows it, else kept low. */
export function thinkingLimits(model: string): { thinking?: ThinkingConfigParam; effort?: 'low' } {
  const quiet = factsOf(model)?.thinkingControl
  if (quiet === 'disabled' || quiet === 'between_tools') return { thinking: { type: quiet } }
  return quiet === 'low_effort' ? { effort: 'low' } : {}
}
