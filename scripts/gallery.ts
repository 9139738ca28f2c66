import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { haveChromium } from '../e2e/chromium.ts'
import { PlainError, root, run } from './child.ts'

const folder = join(root, 'e2e/output/gallery')
// The browser tests that inspect screens.
const tests = ['look', 'reconciliation', 'market', 'brand']
const looks = ['1440 light', '1440 dark', '768 light', '768 dark', '390 light', '390 dark']

/** `npm run gallery`: every screen in every state, at three widths, light and dark, on one page. */
export async function main(): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, GALLERY: folder, CHROMIUM_PATH: await haveChromium() }
  const { code } = await run('playwright', ['test', '--config=e2e/playwright.config.ts', ...tests], {
    env,
    minutes: 60,
    onText: (text) => process.stdout.write(text),
  })
  const screens = screensOf(readdirSync(folder))
  if (screens.length === 0) throw new PlainError('No screen was captured.')
  writeFileSync(join(folder, 'index.html'), sheet(screens))
  console.log(`${screens.length} screens, ${looks.length} pictures each: ${join(folder, 'index.html')}`)
  if (code !== 0) throw new PlainError('Some screens have problems; they are listed above.')
}

/** The names of the captured screens, sorted. */
export function screensOf(files: string[]): string[] {
  const names = files.flatMap((file) => /^(.+) \d+ (?:light|dark)\.png$/.exec(file)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page with the pictures beside it. */
export function sheet(screens: string[]): string {
  const rows = screens.map((screen) => {
    const picture = (look: string) => {
      const file = encodeURIComponent(`${screen} ${look}.png`)
      return `<a href="${file}"><img loading="lazy" src="${file}" alt="${escaped(screen)}, ${look}"></a>`
    }
    return `<section><h2>${escaped(screen)}</h2><div>${looks.map(picture).join('')}</div></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #777; color: #fff }
h2 { font-size: 16px; margin: 32px 0 8px; position: sticky; top: 0; background: #777 }
div { display: flex; gap: 12px; align-items: start; overflow-x: auto }
img { height: 520px; max-width: none; object-fit: cover; object-position: top; display: block }
</style>
<h1>${screens.length} screens</h1>
${rows.join('\n')}
</html>
`
}
