// The labelled texts as they stand in pages and documents that somebody laid out, or that hide what they say: other blanks and
// hyphens, soft hyphens and characters without a width within words, full width, numbers over two lines and with dots. A form is
// given to a whole text, or to what is labelled alone.
const between = (sign) => (text) => text.replace(/(?<=[\p{L}\p{N}@.]{2})(?=[\p{L}\p{N}@.]{2})/gu, sign)
const fullWidth = (text) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')
/** The blank in the middle as something else. */
const inTheMiddle = (sign) => (text) => {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => index)
  const at = blanks[Math.floor(blanks.length / 2)]
  return at === undefined ? text : `${text.slice(0, at)}${sign}${text.slice(at + 1)}`
}
const isLongNumber = ({ kind }, text) =>
  ['iban', 'card'].includes(kind) || (kind === 'phone' && /^(?:\+|00)/.test(text))

const WHOLE = [
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll(' ', '\u202f'),
  (text) => text.replaceAll('-', '\u2011'),
  between('\u00ad'),
  between('\u200b'),
  between('\ufe0f'),
  (text) => text.normalize('NFD'),
]
const LABELLED = [
  { form: fullWidth, suits: () => true },
  { form: inTheMiddle('\n'), suits: isLongNumber },
  { form: (text) => text.replaceAll(' ', '.'), suits: ({ kind }) => ['iban', 'card'].includes(kind) },
  { form: (text) => text.replace(/^([A-Z]{2})(?=\d\d )/, '$1 '), suits: ({ kind }) => kind === 'iban' },
]

/** Each text in each form. A text has at most one label. */
export const typesetTexts = (texts) =>
  texts.flatMap(({ language, text, labels: [label] }) => {
    if (!label) return WHOLE.map((form) => ({ language, text: form(text), labels: [] }))
    const [before, marked, after] = [
      text.slice(0, label.start),
      text.slice(label.start, label.end),
      text.slice(label.end),
    ]
    const made = ([first, value, last]) => ({
      language,
      text: `${first}${value}${last}`,
      labels: [{ kind: label.kind, start: first.length, end: first.length + value.length }],
    })
    return [
      ...WHOLE.map((form) => made([before, marked, after].map(form))),
      ...LABELLED.filter(({ suits }) => suits(label, marked)).map(({ form }) => made([before, form(marked), after])),
    ]
  })
