// The page docs/trust-record.md: what bench:trust measured, a section for each version, newest first.
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'node:util'
import { SCORING_VERSION } from '../../build/domain/panel/scores.js'

const PAGE = new URL('../../docs/trust-record.md', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const TITLE = `## ${version}, scoring version ${SCORING_VERSION}`

const PARTS = {
  light:
    'What the light says of panels whose kind is known: saboteurs and honest people go through the whole pressure test with a scripted model, everything between the question and the light being the program’s own.',
  planted: 'The scripted discussion each run reads to try its own reading, over texts.',
  views: 'Which private views the minority report finds in constructed rooms, and for which reason.',
  conformity: 'Who is found to have told the room something else than the secret ballot.',
  intervals: 'Whether the intervals of the scores hold what they promise.',
  same: 'The same text against itself.',
  offers: 'Whether a text is told for an offer that can be judged.',
}

const HEAD = `# Trust record

What the checks catch and what they let pass, measured by \`npm run bench:trust\` on material whose answers are known, a section for each version. Every figure stands beside what a constant answer or a coin gets; a missed bar is said. The page is made by \`npm run bench:trust -- --record\`.

No model and no person was asked for it. The panels are simulated: an **honest** person has an opinion of its own on each text, answers again with a little noise, and shows each change that has to be shown with probability 0.8 (otherwise it answers as before, or anything); people differ. A **random** panel draws every judgement, a **flattering** one praises all but the absurd control, a **clone** is one sensible person with other words, an **echo** judges honestly and repeats the text, a **half-asleep** person is honest in every second answer and draws the others. Without a bar, as they are harder to tell: clones whose answers vary as one person’s do when asked again, and a **pleasing** panel, which differs, likes everything and refuses only the absurd and the harmful. How far real models are like any of them is not known here. Their words share next to nothing with each other (but the echo’s), and all answers are coded for intent without error; both are kinder than a real run. Thresholds were chosen on other seeds than those reported. None of 30 panels says: under one in ten (95 %).
`

/** Everything printed while `work` runs, as lines; it is printed as well. */
export async function heard(work) {
  const print = console.log
  const lines = []
  console.log = (...args) => {
    lines.push(...format(...args).split('\n'))
    print(...args)
  }
  try {
    return { lines, missed: await work() }
  } finally {
    console.log = print
  }
}

/** Writes the section of this version in place of an earlier one of the same, before those of other versions. */
export function writeRecord(parts, set) {
  const missed = parts.flatMap((part) => part.missed)
  const bars =
    missed.length === 0 ? 'No bar was missed.' : `Missed bars:\n\n${missed.map((bar) => `- ${bar}`).join('\n')}`
  const section = [
    TITLE,
    `\n${bars}\n`,
    ...parts.map(({ name, lines }) => `### ${name}\n\n${PARTS[name]}\n\n${asMarkdown(lines)}\n`),
    `Constructed rooms, statements and single pairs: set \`${set}\`.\n`,
  ].join('\n')
  const others = earlierSections().filter((earlier) => !earlier.startsWith(`${TITLE}\n`))
  writeFileSync(PAGE, [HEAD, section, ...others].join('\n'))
  console.log(`written: docs/trust-record.md, ${TITLE.slice(3)}`)
}

function earlierSections() {
  try {
    return readFileSync(PAGE, 'utf8')
      .split(/^(?=## )/mu)
      .slice(1)
  } catch {
    return []
  }
}

/** Tables stand as they are, everything else as it was printed. */
function asMarkdown(lines) {
  const blocks = []
  let begun = false
  for (const line of lines) {
    const table = line.startsWith('|')
    const last = blocks.at(-1)
    if (line.trim() === '') begun = false
    else if (begun && last.table === table) last.lines.push(line)
    else {
      blocks.push({ table, lines: [line] })
      begun = true
    }
  }
  return blocks
    .map(({ table, lines: block }) => (table ? block.join('\n') : `\`\`\`\n${block.join('\n')}\n\`\`\``))
    .join('\n\n')
}
