import type { Command } from 'commander'
import type { StayingWords } from '../../domain/personas/research.js'
import { refuse } from '../../errors.js'
import {
  type DeletedPeople,
  deletePersona,
  deletePersonaSet,
  deleteRespondent,
  runsThatMade,
  wordsOfRespondent,
} from '../../service/personas/delete-personas.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import { type CliDeps, EXIT, type RunInApp } from '../commands.js'
import { confirmed, keptCopies } from '../confirm.js'
import { stripTerminalControls } from '../io.js'

type Wanted = { readonly set: string; readonly persona: string | undefined; readonly respondent: string | undefined }

/** `personas delete <set> [persona]`. */
export function addDeletePersonas(personas: Command, { io }: CliDeps, inApp: RunInApp): void {
  personas
    .command('delete <set> [persona]')
    .description(
      'delete a set with all its versions, or one person of it by id, and the runs that made the set or were to',
    )
    .option('--yes', 'without asking')
    .option(
      '--respondent <id>',
      'take out a respondent of the research instead, by the id that passages name (d1-r2): what they said and who stands for them, in every version',
    )
    .action((set: string, persona: string | undefined, options: { yes?: boolean; respondent?: string }) =>
      inApp(async ({ local }) => {
        const wanted: Wanted = { set, persona, respondent: options.respondent }
        if (persona !== undefined && options.respondent !== undefined)
          refuse('Name a person of the set or a respondent of the research, not both.')
        await runsThatMade(local, set)
        const what = `${await whatGoes(local, wanted)} deleted, with the runs that made the set or were to and drafts with it, as they hold its research and its people.`
        if (!(await confirmed(io, what, options.yes))) return EXIT.cancelled
        io.out(await deleteWanted(local, wanted))
        return EXIT.done
      }),
    )
}

const MAX_SHOWN = 80

/** Subject and verb of what will be deleted. Errors: `not_found`. */
async function whatGoes(ctx: SurfaceContext, { set, persona, respondent }: Wanted): Promise<string> {
  if (respondent !== undefined) {
    const [words = ''] = await wordsOfRespondent(ctx, { set, respondent })
    const shown = stripTerminalControls(words.replace(/\s+/g, ' ').slice(0, MAX_SHOWN))
    return `What respondent ${respondent} said (“${shown}…”), who stands for them and every quote of them in ${set} are`
  }
  if (persona === undefined) return `Set ${set} with all its versions is`
  return `${persona} in every version of ${set} is`
}

/** Deletes, and says what went and what stays. */
async function deleteWanted(ctx: SurfaceContext, { set, persona, respondent }: Wanted): Promise<string> {
  if (respondent !== undefined) {
    const { personas, also_in, ...deleted } = await deleteRespondent(ctx, { set, respondent })
    const people = personas.length > 0 ? ` with ${personas.join(', ')}` : ''
    const copies =
      also_in.length > 0
        ? `The same passages are in other sets, to be asked for themselves: ${also_in.join(', ')}.\n`
        : ''
    return `Deleted: ${respondent}${people}, ${runsAndDrafts(deleted)}${copies}`
  }
  if (persona !== undefined) {
    const { stays, ...deleted } = await deletePersona(ctx, { set, persona_id: persona })
    return `Deleted: ${persona}, ${runsAndDrafts(deleted)}${stays.map((words) => stayingLine(set, words)).join('')}`
  }
  const { versions, ...deleted } = await deletePersonaSet(ctx, { set })
  return `Deleted: ${versions} versions, ${runsAndDrafts(deleted)}`
}

const runsAndDrafts = ({ run_ids, drafts, used_by }: DeletedPeople): string =>
  `${run_ids.length} runs and ${drafts} drafts.\n${keptCopies(used_by, 'had the set on their panel and hold copies')}`

const stayingLine = (set: string, { respondent, passages, personas }: StayingWords): string =>
  `What respondent ${respondent} said stays in ${set} where others cite it (passages ${passages.join(', ')}; people ${personas.join(', ')}). To take it out: pressure-test personas delete ${set} --respondent ${respondent}\n`
