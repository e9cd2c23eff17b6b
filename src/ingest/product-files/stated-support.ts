/** Sentences about help from the maker: "We reply within a day", "Chat with us". */
const ABOUT_SUPPORT =
  /\b(?:(?:live|phone|e-?mail|chat|customer|user|technical) support|(?:our |the )?support(?: team| desk)?(?=\s*(?::|by|via|over|through|on\b|is|are|answers?|repl|respon|within|in\b|hours|takes?))|help ?desk|helpline|hotline|customer service|(?:we|you get|get|gets|someone|somebody) (?:an? )?(?:usually )?(?:answers?|repl(?:y|ies)|respon(?:d|ds|se))|repl(?:y|ies)|response times?|get back to you|(?:chat|call|phone|ring|e-?mail|mail|whatsapp|text|message|write|talk|speak)(?: (?:with|to))? us|questions are answered)\b/i
const COUNT = '(?:about |around )?(an?|one|two|three|four|five|\\d{1,3})'
const WAIT = new RegExp(
  `\\b(?:within|under|in less than|in|after|takes?)\\s+${COUNT}\\s*(minute|hour|business day|working day|day|week)s?\\b`,
  'i',
)
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5 }
const HOURS: Readonly<Record<string, number>> = { minute: 1 / 60, hour: 1, stunde: 1, week: 168 }
const MAX_HOURS = 720
const GERMAN_REPLY =
  /\b(?:support|hilfe|antwort\w*|rückmeldung|melden uns)\b.{0,60}?\b(?:innerhalb(?: von)?|binnen|in)\s+(?:eine[rsm]|(\d{1,3}))\s*(minute|stunde|werktag|arbeitstag|tag)/i

/** Hours until support answers, where a sentence tells them. */
export function waitHoursIn(sentence: string): number | null {
  const english = ABOUT_SUPPORT.test(sentence) ? WAIT.exec(sentence) : null
  const [, number, unit] = english ?? GERMAN_REPLY.exec(sentence) ?? []
  if (unit === undefined) return null
  const count = NUMBERS[(number ?? 'a').toLowerCase()] ?? Number(number)
  const hours = Math.min(MAX_HOURS, count * (HOURS[unit.toLowerCase()] ?? 24))
  return Math.max(0.01, Math.round(hours * 100) / 100)
}

const NAMED = /\b(live chat|phone|telephone|e-?mail|chat|community|forum|whatsapp|sms)\b/gi
const CHANNEL =
  /\b(live chat|phone|e-?mail|chat|community|forum)\b(?= support)|\b(?:support|help ?desk|help|customer service|we (?:answer|reply|respond))\b[^.;]{0,40}?(?:\b(?:by|via|over|through|on)|:)\s+(?:the\s+)?(live chat|phone|e-?mail|chat|whatsapp|sms)\b|\b(chat|call|phone|ring|e-?mail|mail|whatsapp|text)(?: with)? us\b|\b(?:support|hilfe|antwort\w*)\b.{0,60}?\b(?:per|über|via) (e-?mail|telefon|chat)\b/i
const CALLED: Readonly<Record<string, string>> = {
  ...{
    call: 'phone',
    ring: 'phone',
    telephone: 'phone',
    telefon: 'phone',
    text: 'sms',
    mail: 'e-mail',
    email: 'e-mail',
  },
}

/** The channel on which a sentence says that support is reached. */
export function channelIn(sentence: string): string | null {
  const named = (CHANNEL.exec(sentence) ?? [])
    .slice(1)
    .find((group) => group !== undefined)
    ?.toLowerCase()
  return named === undefined ? null : (CALLED[named] ?? named)
}

const OPENING =
  /\b(?:weekdays?|weekends?|business days|working days|business hours|office hours|round the clock|around the clock|24\/7|same day|overnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\bmon?\s*[-–]\s*fri?\b|\d\s?(?:am|pm)\b/i

/** Whether a sentence about support tells of a time, of opening hours or of a channel other than these. */
export function tellsMoreOfSupport(
  sentence: string,
  taken: { readonly hours: number | null; readonly channel: string | null },
): boolean {
  if (!ABOUT_SUPPORT.test(sentence)) return false
  const hours = waitHoursIn(sentence)
  const named = [...sentence.matchAll(NAMED)].map(([word]) => word.toLowerCase())
  const channels = [channelIn(sentence) ?? [], ...named.map((word) => CALLED[word] ?? word)].flat()
  const isOther = (channel: string): boolean => taken.channel?.includes(channel) !== true
  const rest = sentence.replace(WAIT, '')
  return (hours !== null && hours !== taken.hours) || OPENING.test(rest) || channels.some(isOther)
}
