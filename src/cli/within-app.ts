import type { CliDeps, OpenedApp } from './commands.js'
import { EXIT } from './exit.js'

/** What a command does with the opened program; a number it gives is the code to leave with. */
export type Within = (work: (app: OpenedApp) => Promise<unknown>) => Promise<void>

/** Opens the program for a command, closes it whatever happens, and leaves with the code its work gives, else 0. */
export const withinApp =
  (deps: CliDeps, exit: (code: number) => void): Within =>
  async (work) => {
    const app = await deps.open()
    try {
      const code = await work(app)
      exit(typeof code === 'number' ? code : EXIT.done)
    } finally {
      await app.close()
    }
  }
