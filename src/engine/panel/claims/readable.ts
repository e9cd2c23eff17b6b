import type { OfferReading } from '../../../domain/panel/claim.js'
import type { NotJudged } from '../../../domain/panel/pressure-test.js'
import type { Trust } from '../../../domain/run/run.js'
import type { EngineDeps } from '../../deps.js'

/** Why a proposition cannot be judged, and what to send instead; `null` where it can be judged. */
export function whyNotJudged(
  { kind, why, language }: OfferReading,
  reader: EngineDeps['model']['mode'] = 'anthropic',
): NotJudged | null {
  if (kind === 'offer') return null
  const instead = why === '' ? '' : ` (${why.replace(/[.\s]+$/u, '')})`
  switch (kind) {
    case 'no_offer':
      return {
        reason: `It offers nothing to anybody${instead}, so there was nothing to judge.`,
        what_to_send: WHAT_TO_SEND,
      }
    case 'not_understood':
      if (reader === 'offline' && language !== '') return READS_ENGLISH_ONLY
      return { reason: `It makes no sense in any language the reader knows${instead}.`, what_to_send: WHAT_TO_SEND }
    case 'illegal':
      return {
        reason: `It offers what nobody may sell anywhere${instead}; no panel is asked about that.`,
        what_to_send: 'Send something that may be sold.',
      }
  }
}

const READS_ENGLISH_ONLY: NotJudged = {
  reason: 'The offline model reads English only and knows next to no word of this.',
  what_to_send:
    'Send it in English, or configure a language model (ANTHROPIC_API_KEY), which reads other languages too.',
}

const WHAT_TO_SEND =
  'Send what you would show people: a headline, a claim, a price, or the text of the page that says what is offered and to whom.'

/** The check `readable` of the trust section: whether the proposition is an offer that can be judged. */
export function judgeReadable(offer: OfferReading): NonNullable<Trust['readable']> {
  const refusal = whyNotJudged(offer)
  const language = offer.language === '' ? null : offer.language
  return {
    status: refusal ? 'fail' : 'pass',
    sentence: refusal?.reason ?? `It is an offer that can be judged${language ? `, in ${language}` : ''}.`,
    language,
    understood_share: offer.understood_share ?? null,
    is_offer: offer.kind === 'offer' || offer.kind === 'illegal',
  }
}
