import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { Log } from '../log.js'
import { factsOf } from './models-and-prices.js'

/** Ways to request the shape of the answer, best first. */
const SHAPES = ['structured_output', 'forced_tool', 'words'] as const

/** The form of request that a server is known to support for a model. */
export type RequestForm = {
  readonly shape: (typeof SHAPES)[number]
  /** Whether the request may limit the model's thinking. */
  readonly limitsThinking: boolean
}

export type RequestForms = {
  of(model: string): RequestForm
  /**
   * Reports that the server refused a request of that form with this message. Returns whether there is another form to
   * try.
   */
  fallBack(model: string, form: RequestForm, message: string): boolean
  /**
   * Reports an answer that ignored the requested form without an error. Returns whether there is another form to try.
   */
  ignored(model: string, form: RequestForm): boolean
}

/** Patterns of server messages that name the unsupported part of a request. */
const ABOUT_THINKING = /thinking|effort/i
const ABOUT_STRUCTURED_OUTPUT =
  /output_config|output_format|json_schema|structured|grammar|schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i
const ABOUT_TOOLS =
  /tool|input_schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i

/** Stands in for a server's message where the server sent none. */
export const FORM_IGNORED = 'the answer came without the form that was asked for'

/** Learns from refusals, once per process, what each model of this server supports. */
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
    // Another call has switched the form meanwhile.
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

/**
 * Thinking is billed as output and counts towards `max_tokens`: it is switched off where the model allows that, else
 * kept low.
 */
export function thinkingLimits(model: string): { thinking?: ThinkingConfigParam; effort?: 'low' } {
  const quiet = factsOf(model)?.thinkingControl
  if (quiet === 'disabled' || quiet === 'between_tools') return { thinking: { type: quiet } }
  return quiet === 'low_effort' ? { effort: 'low' } : {}
}
