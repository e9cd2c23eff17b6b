import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { Log } from '../log.js'
import { factsOf } from './models.js'

/** How an answer's shape is asked for, best first. */
const SHAPES = ['structured_output', 'forced_tool', 'words'] as const

/** What a server and model have shown to understand. */
export type RequestForm = {
  readonly shape: (typeof SHAPES)[number]
  /** Whether the model may be told not to think. */
  readonly quiet: boolean
}

export type RequestForms = {
  of(model: string): RequestForm
  /** The server refused a request of that form with these words. Returns whether there is another form to try. */
  refused(model: string, form: RequestForm, words: string): boolean
}

/** Words by which servers name the part of a request they do not know. */
const ABOUT_THINKING = /thinking|effort/i
const ABOUT_STRUCTURED_OUTPUT =
  /output_config|output_format|json_schema|structured|grammar|schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i
const ABOUT_TOOLS =
  /tool|input_schema|extra (inputs|fields)|(unknown|unrecognized|unexpected|unsupported) (field|parameter|property|argument|key)/i

/** Finds out once per process what each model of this server can do, by what it refuses. */
export function createRequestForms(log: Log): RequestForms {
  const forms = new Map<string, RequestForm>()
  const of = (model: string): RequestForm =>
    forms.get(model) ?? { shape: 'structured_output', quiet: factsOf(model) !== null }

  return {
    of,
    refused(model, form, words) {
      const known = of(model)
      // Another call has found out meanwhile.
      if (known.shape !== form.shape || known.quiet !== form.quiet) return true
      const next = stepDown(known, words)
      if (!next) return false
      forms.set(model, next)
      log.warn(
        { model, said: words, shape: next.shape },
        'the model server does not know a part of the request; asking in a simpler form',
      )
      return true
    },
  }
}

function stepDown(form: RequestForm, words: string): RequestForm | null {
  if (form.quiet && ABOUT_THINKING.test(words)) return { ...form, quiet: false }
  if (form.shape === 'structured_output' && ABOUT_STRUCTURED_OUTPUT.test(words))
    return { ...form, shape: 'forced_tool' }
  if (form.shape === 'forced_tool' && ABOUT_TOOLS.test(words)) return { ...form, shape: 'words' }
  return null
}

/** Thinking is billed as output and eats the answer's `max_tokens`: off where it can be, little where it cannot. */
export function quietly(model: string): { thinking?: ThinkingConfigParam; effort?: 'low' } {
  const quiet = factsOf(model)?.quiet
  if (quiet === 'disabled' || quiet === 'between_tools') return { thinking: { type: quiet } }
  return quiet === 'low_effort' ? { effort: 'low' } : {}
}
