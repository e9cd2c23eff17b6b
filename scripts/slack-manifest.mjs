// npm run slack:manifest [-- https://your-host] : writes manifest.json, the app as Slack is told of it. Needs a build.
import { writeFileSync } from 'node:fs'
import { slackManifest } from '../dist/bot/manifest.js'

writeFileSync(
  new URL('../manifest.json', import.meta.url),
  `${JSON.stringify(slackManifest(process.argv[2]), null, 2)}\n`,
)
