import { render } from 'preact-render-to-string'

const STYLE =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.25rem}'

/** A page with one sentence, for when there is no report to show. */
export function renderNotice(sentence: string): string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>pressure-test</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>No report here</h1>
          <p>{sentence}</p>
        </main>
      </body>
    </html>
  )
  return `<!doctype html>${render(page)}`
}
