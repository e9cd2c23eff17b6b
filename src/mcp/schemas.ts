import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ToolDefinition } from './define-tool.js'
import { Reply } from './reply.js'

type Json = Record<string, unknown>

/** Passes everything through: our own parse says what is wrong with arguments and what to do about it. */
const asIs = (json: Json): StandardSchemaWithJSON => ({
  '~standard': {
    version: 1,
    vendor: 'pressure-test',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
})

/** A tool's input schema as clients see it. */
export function inputJson(tool: Pick<ToolDefinition, 'input'>): Json {
  const { $schema: _, ...json } = z.toJSONSchema(tool.input, { io: 'input' })
  return json
}

const { $schema: _, ...replyJson } = z.toJSONSchema(Reply)

export const inputSchemaOf = (tool: ToolDefinition): StandardSchemaWithJSON => asIs(inputJson(tool))

/** Every tool's answers have this one schema; a reply is parsed by it before it is sent. */
export const outputSchema: StandardSchemaWithJSON = asIs(replyJson)
