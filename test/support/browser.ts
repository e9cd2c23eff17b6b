import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The same engine without the rest of a browser takes half the processor; both are Debian's. */
const [SHELL, WHOLE] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A headless Chromium. Without one the tests fail rather than skip: no browser, no proof. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: existsSync(SHELL) ? SHELL : WHOLE,
    args: ['--no-sandbox', '--headless', '--disable-gpu'],
  })
