/** Its id, its name, and whether it is there. */
type Section = readonly [id: string, name: string, there: boolean]

/** The way to each section there is. */
export function Contents({ sections }: { sections: readonly Section[] }) {
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
