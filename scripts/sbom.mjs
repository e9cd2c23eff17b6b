// npm run sbom [-- folder]: writes what is shipped of others' packages, from the lock file and node_modules/; downloads nothing.
// sbom.cdx.json: the bill of materials (CycloneDX); licences.json: name, version and licence of each package.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The bill of materials of everything that is installed to run the program. */
export function billOfMaterials() {
  const { stdout, stderr } = spawnSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e9,
    shell: process.platform === 'win32',
  })
  if (!stdout) throw new Error(`npm sbom says nothing. ${stderr}`)
  return JSON.parse(stdout)
}

/** The licences of a bill's packages, by name. */
export const licencesOf = ({ components }) =>
  components
    .map(({ name, version, purl, licenses = [] }) => ({
      name,
      version,
      licence: licenses
        .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
        .join(' AND '),
      purl,
    }))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1))

/** Writes both files; gives the number of packages. */
export function writeBill(folder) {
  const bill = billOfMaterials()
  const licences = licencesOf(bill)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  writeFileSync(join(folder, 'licences.json'), `${JSON.stringify(licences, null, 2)}\n`)
  return licences.length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist-sbom'))
  console.log(`${writeBill(folder)} packages: ${folder}/sbom.cdx.json, ${folder}/licences.json`)
}
