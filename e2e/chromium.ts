import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { PlainError, run } from '../scripts/child.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
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
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await run('/usr/bin/apt-get', args, { env })
    if (code === 0) continue
    console.log(output)
    return false
  }
  return true
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
