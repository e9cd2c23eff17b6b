import type { ReportView } from '../view.js'

/** The way to each section there is. */
export function Contents({ view }: { view: ReportView }) {
  const sections = [
    ['scores', 'Scores', true],
    ['fixes', 'What to fix first', view.fixes.length > 0],
    ['findings', 'What broke', true],
    ['dissent', 'Minority report', true],
    ['mood', 'Would they buy?', view.people > 0],
    ['people', 'The synthetic people', view.people > 0],
    ['talk', 'Discussion', view.talk !== null],
    ['proposition', 'The proposition', true],
    ['made', 'How this was made', true],
  ] as const
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {sections.map(([id, name, there]) =>
          there ? (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  )
}
