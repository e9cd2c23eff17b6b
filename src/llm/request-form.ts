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
  /** The same for an answer that came without the form that was asked for: the server left it out without a word. */
  ignored(model: string, form: RequestForm): boolean
}

/** Words with which servers name the part of a request that they do not support. */
const ABOUT_THINKING = /thinking|effort/i
const ABOUT_STRUCTURED_OUTPUT =
  /output_config|output_format|json_schema|structured|grammar|schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i
const ABOUT_TOOLS =
  /tool|input_schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i

/** In place of a server's message where it gave none. */
export const FORM_IGNORED = 'the answer came without the form that was asked for'

/** Learns once per process what each model of this server supports, from what it refuses. */
export function createRequestForms(log: Log): RequestForms {
  const forms = new Map<string, RequestForm>()
  const of = (model: string): RequestForm =>
    forms.get(model) ?? { shape: 'structured_output', limitsThinking: factsOf(model) !== null }

  const goOn = (
    model: string,
    form: RequestForm,
    message: string,
    simpler: (form: RequestForm) => RequestForm | null,
  ) => {
    const known = of(model)
    // Another call has learnt it meanwhile.
    if (known.shape !== form.shape || known.limitsThinking !== form.limitsThinking) return true
    const next = simpler(known)
    if (!next) return false
    forms.set(model, next)
    log.warn(
      { model, message_from_server: message, shape: next.shape },
      'the model server does not support a part of the request; sending a simpler form',
    )
    return true
  }

  return {
    of,
    fallBack: (model, form, message) => goOn(model, form, message, (known) => simplerForm(known, message)),
    ignored: (model, form) =>
      goOn(model, form, FORM_IGNORED, ({ shape, ...known }) => {
        const next = SHAPES[SHAPES.indexOf(shape) + 1]
        return next ? { ...known, shape: next } : null
      }),
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
