import type { Command } from 'commander'
import { type DeletedPeople, deletePersona, deletePersonaSet } from '../../service/delete-personas.js'
import { getPersonaSet } from '../../service/persona-sets.js'
import { type CliDeps, EXIT, type Within } from '../commands.js'
import { confirmed } from '../confirm.js'

/** `personas delete <set> [persona]`. */
export function addDeletePersonas(personas: Command, { io }: CliDeps, within: Within): void {
  personas
    .command('delete <set> [persona]')
    .description('delete a set with all its versions, or one person of it by id, and the runs that made the set')
    .option('--yes', 'without asking')
    .action((set: string, persona: string | undefined, { yes }: { yes?: boolean }) =>
      within(async ({ local }) => {
        await getPersonaSet(local, { set })
        const who = persona === undefined ? `Set ${set} with all its versions` : `${persona} in every version of ${set}`
        const what = `${who} is deleted, and the runs that made the set, as they hold its research and its people.`
        if (!(await confirmed(io, what, yes))) return EXIT.cancelled
        if (persona === undefined) {
          const { versions, ...deleted } = await deletePersonaSet(local, { set })
          io.out(`Deleted: ${versions} versions and ${deleted.run_ids.length} runs.\n${copies(deleted)}`)
        } else {
          const deleted = await deletePersona(local, { set, persona_id: persona })
          io.out(`Deleted: ${persona} and ${deleted.run_ids.length} runs.\n${copies(deleted)}`)
        }
        return EXIT.done
      }),
    )
}

const copies = ({ used_by }: DeletedPeople): string =>
  used_by.length === 0
    ? ''
    : `These runs had the set on their panel and hold copies; delete them with \`runs delete\`: ${used_by.join(', ')}.\n`
