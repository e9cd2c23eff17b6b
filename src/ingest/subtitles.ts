/** Times between which a line is shown, of SubRip and WebVTT: “00:00:01,000 --> 00:00:03,000”. */
const TIMES =
  /^[ \t]*(?:\d{1,3}:)?\d{1,2}:\d\d[.,]\d{1,3}[ \t]*-->[ \t]*(?:\d{1,3}:)?\d{1,2}:\d\d[.,]\d{1,3}(?:[ \t][^\n]*)?$/m
/** Tags of voices, letters and times, and where a line stands on the screen. */
const TAGS =
  /<\/?(?:v|c|i|b|u|font|lang|ruby|rt)(?:[.\s][^<>\n]{0,200})?>|<(?:\d{1,3}:)?\d{1,2}:\d\d\.\d{3}>|\{\\an?\d\}/gi
/** Blocks of WebVTT in which nothing is said. */
const UNSAID = /^(?:WEBVTT|NOTE|STYLE|REGION)\b/

/** What is said in subtitles, a line for each time; any other text as it is. */
export function withoutTimes(text: string): string {
  if (!TIMES.test(text)) return text
  const blocks = text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[ \t]*\n/)
  const isTimed = blocks.map((block) => TIMES.test(block))
  // A script that quotes some times is none.
  if (isTimed.filter(Boolean).length < blocks.filter((block) => !UNSAID.test(block)).length) return text
  return blocks
    .filter((_, at) => isTimed[at])
    .map(saidIn)
    .filter((said) => said !== '')
    .join('\n')
}

/** The lines of a block behind its times. */
function saidIn(block: string): string {
  const lines = block.split('\n')
  const from = lines.findIndex((line) => TIMES.test(line)) + 1
  return lines.slice(from).join(' ').replace(TAGS, '').replace(/\s+/g, ' ').trim()
}
