// What a model says in an evaluation, in answers of usual length: an agent every second of whose messages holds a passage
// that words cannot decide, a prospect who talks on, and a judge who quotes what was said.
const AGENT = [
  'Thank you for writing, that is a good question. Before I suggest anything I would like to understand how enquiries reach you today, who answers them, and what happens in the evening. Once I know that, I can say honestly whether we fit, and what a first step could look like for somebody in your position. Would you tell me a little about it?',
  'That makes sense, and many teams describe it in the same way. Our specialists are certified for exactly this, and most customers see the difference within nine days. If you like, I can show you on a short call how it would look for you, with your own enquiries, and you decide afterwards whether it is worth going on. Which day would suit you?',
]
const PROSPECT =
  'We are five people, and most of it comes by mail at night. Nobody is really in charge of it, to be honest.'

const FENCE = /<((?:transcript|passages)-[0-9a-f]+)>\n([\s\S]*?)\n<\/\1>/g
const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n'))

export function evaluationAnswer(body) {
  const fields = body.output_config?.format?.schema?.properties ?? {}
  const own = textOf(body.messages.at(-1).content)
  if ('told' in fields) return { text: PROSPECT, told: [], leaves: false }
  if (!('rules' in fields)) return { text: AGENT[own.length % AGENT.length], tool_calls: [] }
  const texts = [...own.matchAll(FENCE)]
  const part = (name) => texts.find(([, boundary]) => boundary.startsWith(name))?.[2] ?? ''
  const quote = (/\[\d+\] agent:\n(?:\* .*\n)*\| (.+)/.exec(part('transcript'))?.[1] ?? '').slice(0, 90)
  const numbers = (text, of) => [...text.matchAll(of)].map(([, number]) => Number(number))
  return {
    dimensions: [...textOf(body.system).matchAll(/^- ([a-z_]+) \(/gm)].map(([, dimension_id]) => ({
      dimension_id,
      can_judge: true,
      points: 4,
      reason: 'It asks before it offers and names a next step, but leaves open who decides about it.',
      quote,
    })),
    rules: numbers(own, /^(\d+) must/gm).map((number) => ({ number, kept: true, quote: '' })),
    suspicions: numbers(part('passages'), /^(\d+) /gm).map((number) => ({ number, breach: 'no', quote })),
    feedback:
      'It listens and asks for the situation first; it could say sooner what the next step would bring the prospect.',
    strength: { text: 'It asks about the situation before it offers anything.', quote },
    weakness: { text: 'It does not ask who decides.', quote },
    recommendation: 'Have it ask who decides and by when before it offers a call.',
  }
}
