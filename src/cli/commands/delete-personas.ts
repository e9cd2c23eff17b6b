import type { Command } from 'commander'
import {
  type DeletedPeople,
  deletePersona,
  deletePersonaSet,
  runsThatMade,
} from '../../service/personas/delete-personas.js'
import { type CliDeps, EXIT, type RunInApp } from '../commands.js'
import { confirmed } from '../confirm.js'
import { keptCopies } from '../kept-copies.js'

/** `personas delete <set> [persona]`. */
export function addDeletePersonas(personas: Command, { io }: CliDeps, inApp: RunInApp): void {
  personas
    .command('delete <set> [persona]')
    .description(
      'delete a set with all its versions, or one person of it by id, and the runs that made the set or were to',
    )
    .option('--yes', 'without asking')
    .action((set: string, persona: string | undefined, { yes }: { yes?: boolean }) =>
      inApp(async ({ local }) => {
        await runsThatMade(local, set)
        const who = persona === undefined ? `Set ${set} with all its versions` : `${persona} in every version of ${set}`
        const what = `${who} is deleted, with the runs that made the set or were to and drafts with it, as they hold its research and its people.`
        if (!(await confirmed(io, what, yes))) return EXIT.cancelled
        if (persona === undefined) {
          const { versions, ...deleted } = await deletePersonaSet(local, { set })
          io.out(`Deleted: ${versions} versions, ${runsAndDrafts(deleted)}`)
        } else {
          const deleted = await deletePersona(local, { set, persona_id: persona })
          io.out(`Deleted: ${persona}, ${runsAndDrafts(deleted)}`)
        }
        return EXIT.done
      }),
    )
}

const runsAndDrafts = ({ run_ids, drafts, used_by }: DeletedPeople): string =>
  `${run_ids.length} runs and ${drafts} drafts.\n${keptCopies(used_by, 'had the set on their panel and hold copies')}`
