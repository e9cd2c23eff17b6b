// What the promises rest on, taken away one at a time: in `file` the one occurrence of `find` becomes `replace`. The test of
// that name has to fail then. `also` is a further change where one is not enough to take it away.
export const MUTATIONS = [
  {
    name: 'fence: a worker that has lost its lease may still write',
    file: 'src/db/run/run-journal.ts',
    find: 'const holds = fence.epoch === run.epoch && fence.status',
    replace: 'const holds = fence.status',
    test: 'test/db/storage.test.ts',
    title: 'refuses intents and events of a worker that lost its lease, but never forgets an answer',
  },
  {
    name: 'memo: what is stored is asked again',
    file: 'src/jobs/run-deps.ts',
    find: 'const hash = hashOf([task, model, facts])\n      const reused = stored.has(stepAddress(key, hash))',
    replace:
      'const hash = hashOf([task, model, facts])\n      const reused = false && stored.has(stepAddress(key, hash))',
    also: {
      file: 'src/db/run/run-journal.ts',
      find: 'if (asked.length === 0 || (run.epoch <= 1 && !part)) return []',
      replace: 'if (asked.length >= 0) return []',
    },
    test: 'test/jobs/durability.test.ts',
    title: 'keeps every answer when a failed run is tried again',
  },
  {
    name: 'late memo: what was stored after the claim is asked again',
    file: 'src/db/run/run-journal.ts',
    find: 'if (asked.length === 0 || (run.epoch <= 1 && !part)) return []',
    replace: 'if (asked.length >= 0) return []',
    test: 'test/db/storage.test.ts',
    title: 'admits no intent for a step that somebody before has stored late',
  },
  {
    name: 'dedupe: a delivery that comes again acts again',
    file: 'src/db/run/runs.ts',
    find: '  return earlier?.runId ?? null',
    replace: '  return null',
    test: 'test/db/storage.test.ts',
    title: 'acts once per delivery, however often it arrives',
  },
  {
    name: 'escape: text of strangers reaches Slack as it is',
    file: 'src/bot/blocks/text.ts',
    find: 'const disarmed = (text: string): string =>\n  text\n',
    replace: 'const disarmed = (text: string): string =>\n  true ? text : text\n',
    test: 'test/bot/render-properties.test.ts',
    title: 'every message of every run stays within the limits, pings nobody and holds no markup',
  },
  {
    name: 'row security: a query runs with the rights of its connection',
    file: 'src/db/connection/transaction.ts',
    find: "    setting('role', role),\n",
    replace: "    setting('role', role && 'none'),\n",
    test: 'test/db/storage.test.ts',
    title: 'shows nothing to a query without a workspace, and takes nothing',
  },
  {
    name: 'quote check: what nobody said is a quote',
    file: 'src/engine/panel/quotes.ts',
    find: '      const evidence = quotes.map((quote) => find(quote, within)).filter((evidence) => evidence !== null)',
    replace:
      "      const evidence = quotes.map((quote) => find(quote, within) ?? { persona_id: 'a', source: 'gut_reaction' as const, quote })",
    test: 'test/engine/panel.test.ts',
    title: 'drops and counts',
  },
  {
    name: 'ballot blindness: a ballot is filled in with the notes of the others at hand',
    file: 'src/engine/focus-group/live/collect-ballots.ts',
    find: 'ballotPrompt(rules, facts))',
    replace: 'ballotPrompt(rules + JSON.stringify(participants), facts))',
    test: 'test/engine/live-discussion.test.ts',
    title: 'shows nobody the private words of another, in no turn and on no ballot',
  },
]
