import type { AnswerOf } from '../../../domain/tasks.js'

/** Offline nobody asks: the engine codes by similarity, and what similarity cannot tell stays unclear. */
export const codeViews = (): AnswerOf<'code_views'> => ({ marks: [] })
