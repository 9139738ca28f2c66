import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { haveChromium } from '../e2e/chromium.ts'
import { PlainError, root, run } from './child.ts'
import { commitOf } from './release.ts'
import { buildScreens } from './screens.ts'

const folder = join(root, 'e2e/output/gallery')
const earlier = join(folder, 'before')
// The browser tests that inspect screens.
const tests = ['look', 'reconciliation', 'market', 'brand']
/** An hour is too short on a machine with other work. */
const minutes = 120
const looks = ['1440 light', '1440 dark', '768 light', '768 dark', '390 light', '390 dark']

/**
 * `npm run gallery`: every screen in every state, at three widths, light and dark, on one page.
 * `npm run gallery -- TAG`: each also as it was in that release tag or commit.
 */
export async function main([version]: string[]): Promise<void> {
  const before = version === undefined ? undefined : await commitOf(version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (before !== undefined) await captureBefore(before)
  // Some tests start the product in live mode, which builds nothing itself.
  await buildScreens()
  const env = { ...process.env, GALLERY: folder, CHROMIUM_PATH: await haveChromium() }
  const { code } = await run('playwright', ['test', '--config=e2e/playwright.config.ts', ...tests], {
    env,
    minutes,
    onText: (text) => process.stdout.write(text),
  })
  const screens = screensOf(readdirSync(folder))
  if (screens.length === 0) throw new PlainError('No screen was captured.')
  writeFileSync(join(folder, 'index.html'), sheet(screens, existsSync(earlier) ? screensOf(readdirSync(earlier)) : []))
  console.log(`${screens.length} screens, ${looks.length} pictures each: ${join(folder, 'index.html')}`)
  if (code !== 0) throw new PlainError('Some screens have problems; they are listed above.')
}

/** The pictures of another version, which is installed in a folder of its own and removed. */
async function captureBefore(commit: string): Promise<void> {
  const tree = join(mkdtempSync(join(tmpdir(), 'sauda-before-')), 'tree')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'inherit' })
  git('worktree', 'add', '--detach', tree, commit)
  try {
    const onText = (text: string) => process.stdout.write(text)
    execFileSync('npm', ['ci'], { cwd: tree, stdio: 'inherit' })
    await run('node', ['scripts/run.mjs', 'gallery'], { cwd: tree, minutes, onText })
    cpSync(join(tree, 'e2e/output/gallery'), earlier, { recursive: true })
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
}

/** The names of the captured screens, sorted. */
export function screensOf(files: string[]): string[] {
  const names = files.flatMap((file) => /^(.+) \d+ (?:light|dark)\.png$/.exec(file)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page with the pictures beside it; those of `before` have a row of their own, above. */
export function sheet(screens: string[], before: string[] = []): string {
  const rows = [...new Set([...before, ...screens])].toSorted().map((screen) => {
    const pictures = (place: string) => {
      const shown = looks.map((look) => {
        const file = `${place}${encodeURIComponent(`${screen} ${look}.png`)}`
        return `<a href="${file}"><img loading="lazy" src="${file}" alt="${escaped(screen)}, ${look}"></a>`
      })
      return `<div>${shown.join('')}</div>`
    }
    const places = [...(before.includes(screen) ? ['before/'] : []), ...(screens.includes(screen) ? [''] : [])]
    return `<section><h2>${escaped(screen)}</h2>${places.map(pictures).join('')}</section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #777; color: #fff }
h2 { font-size: 16px; margin: 32px 0 8px; position: sticky; top: 0; background: #777 }
div { display: flex; gap: 12px; margin-bottom: 12px; align-items: start; overflow-x: auto }
img { height: 520px; max-width: none; object-fit: cover; object-position: top; display: block }
</style>
<h1>${screens.length} screens</h1>
${rows.join('\n')}
</html>
`
}
