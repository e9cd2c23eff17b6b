import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Prints the files that took longest, in seconds with what they import. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const measured = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      return { file: relative(process.cwd(), module.moduleId), seconds: (collectDuration + duration) / 1_000 }
    })
    const slowest = measured.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`)
    process.stdout.write(`\n Slowest files\n${lines.join('\n')}\n`)
  }
}
