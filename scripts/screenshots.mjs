// node scripts/screenshots.mjs [report.html]: photographs a report for docs/screenshots/, and whole pages for looking at.
// Without a file it runs examples/oat-drink.md through dist/ with the offline behaviour model in a temporary home.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCREENS = [
  { width: 1280, height: 800, deviceScaleFactor: 1 },
  { width: 360, height: 740, deviceScaleFactor: 2 },
]
const MAX_BYTES = 300_000
const MAX_HEIGHT = 1_200
/** Sections with a screenshot of their own, on the wide light screen: heading's id and file. */
const PARTS = [
  ['map', 'report-pressure-map.png'],
  ['talk', 'report-discussion.png'],
]

const built = (path) => import(pathToFileURL(join(ROOT, 'build', path)).href)

/** Runs the example and writes its report into `folder`. */
async function reportOfExample(folder) {
  const home = join(folder, 'home')
  const env = { PATH: process.env.PATH, HOME: folder, PRESSURE_TEST_HOME: home, PRESSURE_TEST_MODEL: 'offline' }
  const args = ['dist/cli/main.js', 'run', 'examples/oat-drink.md', '--category', 'food_drink', '--json', '--quiet']
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  // Stops and removes the temporary database, wherever it keeps its files.
  const { embeddedPaths, stopEmbedded } = await built('db/embedded/embedded.js')
  await stopEmbedded({ home })
  await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
  if (status !== 0) throw new Error(stderr)
  const { renderReport } = await built('report/report.js')
  const file = join(folder, 'report.html')
  await writeFile(file, renderReport(JSON.parse(stdout)))
  return file
}

const folder = await mkdtemp(join(tmpdir(), 'pressure-test-shots-'))
const reportFile = process.argv[2]
const url = pathToFileURL(reportFile ? resolve(reportFile) : await reportOfExample(folder)).href
const shots = join(ROOT, 'docs', 'screenshots')
await mkdir(shots, { recursive: true })

async function photographParts(page, width) {
  // High enough that nothing scrolls: sticky headings would appear inside the picture.
  await page.setViewportSize({ width, height: 16_000 })
  for (const [id, file] of PARTS) {
    const box = await page
      .locator(`section[aria-labelledby="${id}"]`)
      .boundingBox({ timeout: 1_000 })
      .catch(() => null)
    if (!box) continue
    const clip = { x: 0, y: box.y, width, height: Math.min(box.height, MAX_HEIGHT) }
    await page.screenshot({ path: join(shots, file), clip })
    await mustBeSmall(file)
  }
}

async function mustBeSmall(name) {
  const { size } = await stat(join(shots, name))
  if (size > MAX_BYTES) throw new Error(`${name} has ${size} bytes, more than ${MAX_BYTES}`)
  process.stdout.write(`docs/screenshots/${name} (${Math.ceil(size / 1000)} kB)\n`)
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--headless'] })
for (const { width, height, deviceScaleFactor } of SCREENS) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, deviceScaleFactor })
    await page.goto(url)
    const name = `report-${width}-${colorScheme}.png`
    await page.screenshot({ path: join(shots, name) })
    await mustBeSmall(name)
    await page.screenshot({ path: join(folder, `full-${name}`), fullPage: true, scale: 'css' })
    if (width > 1000 && colorScheme === 'light') await photographParts(page, width)
    await page.close()
  }
}
await browser.close()
await rm(join(folder, 'home'), { recursive: true, force: true })
process.stdout.write(`whole pages: ${folder}\n`)
