import type { Picture } from '../../domain/panel/stimulus.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import { asJson, type Tx } from '../connection/transaction.js'

type Shown = { readonly pictures?: readonly Picture[] }
type Input = Shown & { readonly propositions?: readonly Shown[] }

/** The pictures of an input in order: those of a test or a discussion, or of each proposition of a comparison. */
const picturesOf = ({ pictures = [], propositions = [] }: Input): Picture[] => [
  ...pictures,
  ...propositions.flatMap((proposition) => proposition.pictures ?? []),
]

/** The input with the bytes of each picture replaced by what `data` returns. */
function withData(input: Input, data: () => string): Input {
  const shown = <S extends Shown>(of: S): S =>
    of.pictures ? { ...of, pictures: of.pictures.map((picture) => ({ ...picture, data: data() })) } : of
  const changed = shown(input)
  if (!Array.isArray(input.propositions)) return changed
  return { ...changed, propositions: input.propositions.map(shown) }
}

const isInput = (input: unknown): input is Input => typeof input === 'object' && input !== null

/** Splits an input into the part stored in the run's row and the bytes of its pictures, which are stored beside it. */
export function splitPictures(input: unknown): { readonly input: unknown; readonly data: readonly string[] } {
  if (!isInput(input)) return { input, data: [] }
  const data = picturesOf(input).map((picture) => picture.data)
  return data.length === 0 ? { input, data } : { input: withData(input, () => ''), data }
}

export async function writePictures(
  tx: Tx,
  { workspace_id }: Pick<Actor, 'workspace_id'>,
  run_id: string,
  data: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    insert into run_pictures (run_id, workspace_id, data)
    values (${run_id}::uuid, ${workspace_id}::uuid, ${asJson(data)}::json) on conflict do nothing`
}

/** Whether a run's input lacks the bytes of its pictures. */
export const lacksPictures = ({ input }: Pick<Run, 'input'>): boolean =>
  isInput(input) && picturesOf(input).some(({ data }) => data === '')

export async function readPictures(tx: Tx, run: Run): Promise<Run> {
  const row = await tx.runPictures.findUnique({ where: { runId: run.run_id } })
  const data = Array.isArray(row?.data) ? row.data.map(String) : []
  return { ...run, input: withData(run.input as Input, () => data.shift() ?? '') }
}
