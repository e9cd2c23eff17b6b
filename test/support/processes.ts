import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Times } from '../../src/jobs/worker-times.js'

/** The built command line. */
export const BIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const WORKER = fileURLToPath(new URL('worker.main.mjs', import.meta.url))

export type Env = Record<string, string>
export type Finished = { code: number | null; stdout: string; stderr: string }

/** The environment of a fresh machine: a path to programs, an empty home, nothing else. */
export async function freshEnv(extra: Env = {}): Promise<Env> {
  const home = await mkdtemp(join(tmpdir(), 'pt-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return { PATH: process.env.PATH ?? '', HOME: home, PRESSURE_TEST_HOME: join(home, 'data'), ...extra }
}

export type Running = {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  readonly finished: Promise<Finished>
  /** Resolves when stderr or stdout matches. */
  said(pattern: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
}

/** Starts the built program as a user would; `null` leaves its stdin open. It is killed when the test is over. */
export const start = (args: string[], env: Env, stdin: string | null = ''): Running =>
  launch([BIN, ...args], env, stdin)

/** Starts a script of the repository. */
export const startScript = (command: string[], env: Env): Running => launch(command, env, '')

/** A worker with these times, once it takes runs. */
export async function startWorkerProcess(env: Env, times: Partial<Times>): Promise<Running> {
  const worker = launch([WORKER, JSON.stringify(times)], env, '')
  await worker.said(/pressure-test worker/)
  return worker
}

const launch = (args: string[], env: Env, stdin: string | null): Running =>
  startCommand(process.execPath, args, env, stdin)

/** Starts any program. */
export function startCommand(program: string, args: string[], env: Env, stdin: string | null = ''): Running {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      for (const look of waiting) look()
    })
  }
  child.stdin.on('error', () => {})
  if (stdin !== null) child.stdin.end(stdin)
  const finished = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, ...output })))
  onTestFinished(async () => {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await finished
  })
  return {
    child,
    output,
    finished,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(output.stdout + output.stderr)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        void finished.then(({ code, stderr }) =>
          reject(new Error(`ended with ${code} before saying ${pattern}: ${stderr}`)),
        )
        look()
      }),
    kill: (signal) => void child.kill(signal),
  }
}

export const run = (args: string[], env: Env, stdin = ''): Promise<Finished> => start(args, env, stdin).finished
