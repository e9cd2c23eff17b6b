import type { AnswerOf } from '../../../domain/tasks.js'

/** Offline nobody asks: the engine codes by words and similarity, and what these cannot tell stays unclear. */
export const codeViews = (): AnswerOf<'code_views'> => ({ marks: [] })
