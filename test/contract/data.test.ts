import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { freshEnv } from '../support/processes.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built program in a folder of the test's own, whose data may be spoiled. */
async function copyOfProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'pt-data-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['dist', 'data', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return {
    async edit(path: string, from: string, to: string) {
      const file = join(folder, 'data', path)
      const text = await readFile(file, 'utf8')
      expect(text, path).toContain(from)
      await writeFile(file, text.replace(from, to))
    },
    move: (from: string, to: string) => rename(join(folder, 'data', from), join(folder, 'data', to)),
    // Nothing listens at this address: a program that gets as far as its database says so.
    run: async (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(folder, 'dist/cli/main.js'), ...args], {
        env: await freshEnv({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      ),
  }
}

it('goes into every package of the program', async () => {
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const image = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  // The bundle for desktop clients is started by a test of its own.
  for (const folder of ['dist', 'data', 'prisma']) {
    expect(files).toContain(folder)
  }
  expect(image).toContain('npm pack /src')
})

it.each(['serve', 'worker'])(
  '%s does not start on data that cannot be used, and says of each file where it is wrong',
  async (command) => {
    const { edit, move, run } = await copyOfProgram()
    await edit('archetypes/careful-parent.yaml', 'base_skepticism: 5', 'base_scepticism: 5')
    await move('archetypes/label-reader.yaml', 'archetypes/lable-reader.yaml')
    await edit('panels.yaml', '- budget-planner', '- budget-planer')
    await edit('evaluation/rubric.yaml', 'weight: 0.25', 'weight: 0.3')
    await edit('lexicon/claims.yaml', '- transforms? (?:your|the way)', '- transforms? (?:your|the way')
    await edit('phrases/prospect.yaml', 'first:', 'first: [')
    await edit('phrases/objections.yaml', "  friction: '{q} would do harm'\n", '')
    await edit('phrases/answers.yaml', 'Leave {q} alone', 'Leave {subject} alone')
    await edit('styles/base.css', '}', '')
    const { code, stderr } = await run(command)
    expect(stderr.trim().split('\n')).toEqual([
      'data/archetypes/careful-parent.yaml, line 22, base_scepticism: There is no entry of this name here.',
      'The file data/archetypes/label-reader.yaml cannot be read.',
      expect.stringMatching(/^data\/panels.yaml, line 6, fmcg.1: .*"budget-planner"/),
      expect.stringMatching(
        /^data\/evaluation\/rubric.yaml, line 4, dimensions: The weights must sum to 1; they sum to 1.05 /,
      ),
      expect.stringMatching(/^data\/lexicon\/claims.yaml, line \d+, vague.words.17: .*transforms/),
      'data/phrases/objections.yaml, line 18, harm.friction: This entry is missing.',
      expect.stringMatching(
        /^data\/phrases\/answers.yaml, line \d+, social.warn.plain: “{subject}” is no variable; .*{product}/,
      ),
      expect.stringMatching(/^data\/phrases\/prospect.yaml, line 4: it is not valid YAML. /),
      'data/styles/base.css: The style sheet does not have as many “}” as “{”.',
      'Nothing reads data/archetypes/lable-reader.yaml: is its name spelt as the others are?',
    ])
    expect(code).toBe(2)
  },
)
