// npm run slack:manifest [-- https://your-host] : writes manifest.json, the app as Slack is told of it, and
// manifest.socket-mode.json for Socket Mode. Needs a build.
import { writeFileSync } from 'node:fs'
import { slackManifest } from '../build/bot/manifest.js'

const write = (name, manifest) =>
  writeFileSync(new URL(`../${name}`, import.meta.url), `${JSON.stringify(manifest, null, 2)}\n`)
write('manifest.json', slackManifest(process.argv[2]))
write('manifest.socket-mode.json', slackManifest(null))
