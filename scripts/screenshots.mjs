// node scripts/screenshots.mjs : renders the report of examples/oat-drink.md and writes docs/screenshots/. Needs a build and
// Chromium at /usr/bin/chromium. Everything happens in a temporary home with the offline behaviour model.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = await mkdtemp(join(tmpdir(), 'pt-shots-'))
const env = {
  PATH: process.env.PATH,
  HOME: home,
  PRESSURE_TEST_HOME: join(home, 'data'),
  PRESSURE_TEST_MODEL: 'offline',
}
const args = ['dist/cli/main.js', 'run', 'examples/oat-drink.md', '--category', 'food_drink', '--json', '--quiet']
const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
if (status !== 0) throw new Error(stderr)
const { report_url } = JSON.parse(stdout)

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [width, height] of [
  [1280, 800],
  [360, 740],
]) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme,
      deviceScaleFactor: width < 500 ? 2 : 1,
    })
    await page.goto(report_url ?? pathToFileURL(home).href)
    const path = join(root, 'docs', 'screenshots', `report-${width}-${colorScheme}.png`)
    await page.screenshot({ path })
    process.stdout.write(`${path}\n`)
    await page.close()
  }
}
await browser.close()
await rm(home, { recursive: true, force: true })
