/** Documents as JSON, one per line. */
export async function* jsonLines(documents: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const document of documents) yield `${JSON.stringify(document)}\n`
}
