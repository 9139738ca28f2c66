import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { PlainError, run } from '../scripts/child.ts'

// The shell has no windows: a page in it takes less than half of the processor time.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
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

/** Finds a Chromium; on a Debian where we may, installs the shell, or where there is none, Chromium itself. */
export async function haveChromium(): Promise<string> {
  const found = findChromium()
  const isChosen = found !== undefined && (found === process.env['CHROMIUM_PATH'] || basename(found) === shell)
  const isBetter = !isChosen && ((await install(shell)) || (found === undefined && (await install('chromium'))))
  const best = isBetter ? findChromium() : found
  if (!best) throw new PlainError(none)
  return best
}

async function install(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing Debian’s ${name} for the browser tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => run('/usr/bin/apt-get', args, { env })
  const tried = () => apt('install', '-y', '--no-install-recommends', name)
  let last = await tried()
  if (last.code !== 0 && (await apt('update')).code === 0) last = await tried()
  if (last.code !== 0) console.log(last.output)
  return last.code === 0
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
