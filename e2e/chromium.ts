import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { PlainError, run } from '../scripts/child.ts'

// The shell draws no window, which saves a third of the processor time.
const packages = ['chromium-headless-shell', 'chromium']
const names = [...packages, 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const none = 'No Chromium was found for the browser tests. Run: npx playwright install --with-deps chromium'

/** The browser of the tests: CHROMIUM_PATH, else the system's, else Playwright's own. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (!works(given)) throw new PlainError(`CHROMIUM_PATH names no browser that starts: ${given}`)
    return given
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...macApplications, chromium.executablePath()].find(works)
}

/** For commands; a test gets its browser from Playwright. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })

/** Finds a Chromium; on a Debian where we may, installs one. */
export async function haveChromium(): Promise<string> {
  const found = findChromium() ?? ((await installed()) ? findChromium() : undefined)
  if (!found) throw new PlainError(none)
  return found
}

async function installed(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('No Chromium here: installing Debian’s …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => run('/usr/bin/apt-get', args, { env })
  let last = await apt('update')
  for (const name of last.code === 0 ? packages : []) {
    last = await apt('install', '-y', '--no-install-recommends', name)
    if (last.code === 0) return true
  }
  console.log(last.output)
  return false
}

// Ubuntu's chromium-browser is a stub that exists but does not start, so its version is requested.
function works(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
