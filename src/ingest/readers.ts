/** All readers of strangers' files, loaded on demand. They run in the reader process: see `readInChildProcess`. */
export const READERS = {
  research: async () => (await import('./documents/read-research.js')).readResearch,
  upload: async () => (await import('./documents/read-upload.js')).readUpload,
  document: async () => (await import('./documents/read-research.js')).readDocument,
  stimulus: async () => (await import('./read-stimulus.js')).readStimulusFile,
  text: async () => (await import('./read-text.js')).readText,
  json: async () => (await import('./read-json-document.js')).readJsonDocument,
  agent: async () => (await import('./evaluation-files/read-agent-file.js')).readAgentFile,
  rubric: async () => (await import('./evaluation-files/read-rubric-file.js')).readRubricFile,
  cases: async () => (await import('./evaluation-files/import-cases.js')).importCases,
  conversations: async () => (await import('./evaluation-files/import-conversations.js')).importConversations,
  marks: async () => (await import('./evaluation-files/import-marks.js')).importMarks,
  product: async () => (await import('./product-files/read-product-file.js')).readProductFile,
  simulation: async () => (await import('./product-files/read-product-file.js')).readSimulationFile,
  page: async () => (await import('./product-files/draft-from-file.js')).draftFromFile,
  funnel: async () => (await import('./product-files/read-funnel.js')).readFunnel,
  templates: async () => (await import('./read-json-document.js')).readTemplates,
}

export type ReaderName = keyof typeof READERS
export type Reader<N extends ReaderName> = Awaited<ReturnType<(typeof READERS)[N]>>
