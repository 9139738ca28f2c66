import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { settled } from './settled.ts'

interface Size {
  width: number
  height: number
  checked: readonly string[]
}
const sizes: readonly Size[] = [
  { width: 1440, height: 900, checked: ['light', 'dark'] },
  { width: 768, height: 1024, checked: ['light'] },
  { width: 390, height: 844, checked: ['light', 'dark'] },
]
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const schemes = ['light', 'dark'] as const
/** Folder for the screenshots of `npm run gallery`; without it none are taken. */
const pictures = process.env['GALLERY']
const isGallery = Boolean(pictures)
/** The ordinary run checks each screen once, on a phone in the light scheme; `npm run test:visual` checks every size and scheme. */
const phone = sizes.filter(({ width }) => width === 390).map((size): Size => ({ ...size, checked: ['light'] }))
const isVisual = (): boolean => isGallery || test.info().project.name === 'visual'

/** Collects the errors the browser reports: failed scripts, content blocked by the policy, missing files. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`${new URL(page.url()).pathname}: ${error.message}`))
  page.on('console', (message) => {
    // The browser requests an icon for a JSON response too.
    if (message.location().url.endsWith('/favicon.ico')) return
    // The tests have no network, so the charting service cannot be reached.
    if (message.location().url.startsWith('https://s3.tradingview.com/')) return
    if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
      found.push(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  return found
}

/** Checks the open screen once everything on it has loaded. */
export async function inspect(page: Page, name: string): Promise<void> {
  await settled(page)
  await checkAt(page, name, isVisual() ? sizes : phone)
  // The narrowest width that must not scroll sideways: a small phone, or 1280 pixels at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await overflowing(page), `${name}, 320 wide, scrolls sideways`).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Checks the open screen in its present state, such as loading. */
export async function inspectState(page: Page, name: string): Promise<void> {
  await checkAt(
    page,
    name,
    isGallery ? sizes.map((size) => phone.find(({ width }) => width === size.width) ?? size) : phone,
  )
}

async function checkAt(page: Page, name: string, checkedSizes: readonly Size[]): Promise<void> {
  const isDialog = await page.getByRole('dialog').isVisible()
  for (const { width, height, checked } of checkedSizes) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of schemes) {
      const isChecked = checked.includes(colorScheme)
      if (!isChecked && !pictures) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await showWhole(page, { width, height })
      await atRest(page)
      const rules = colorScheme === 'dark' ? colours : width === 768 ? shapes : everything
      if (isChecked) expect.soft(await violations(page, rules), `${name}, ${width} wide, ${colorScheme}`).toEqual([])
      if (pictures)
        await page.screenshot({ path: join(pictures, `${name} ${width} ${colorScheme}.png`), fullPage: !isDialog })
    }
    expect.soft(await overflowing(page), `${name}, ${width} wide, scrolls where nothing is`).toEqual([])
  }
}

/** axe reports what the bar at the bottom half covers as too small to press, so the window is made as tall as the page, also after a part that loaded late. */
async function showWhole(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  for (let whole = height, last = 0, round = 0; whole > last && round < 3; round += 1) {
    last = whole
    whole = await page.evaluate(
      (least) =>
        [...document.querySelectorAll('[role="dialog"]')].some((each) => each.checkVisibility())
          ? least
          : Math.max(least, document.documentElement.scrollHeight),
      last,
    )
    await page.setViewportSize({ width, height: whole })
  }
}

/** A colour in mid-transition would fail the contrast check, so transitions are off: by a style sheet, because the policy blocks style elements. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition-property: none !important }')
    document.adoptedStyleSheets = [sheet]
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
      // Without a change there may be no frame.
      setTimeout(drawn, 250)
    })
  })
}

const everything: RunOptions = { runOnly: standards, resultTypes: ['violations'] }
// The dark scheme changes colours only.
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] }
// A tablet shows what a desktop or a phone shows, in other dimensions.
const shapes: RunOptions = {
  runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
  resultTypes: ['violations'],
}

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (rules) => (await (window as unknown as { axe: typeof axe }).axe.run(document, rules)).violations,
    options,
  )
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}

/** Elements that make the page scroll sideways, and empty space below the page. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth, scrollHeight } = document.documentElement
    const empty = scrollHeight - Math.max(innerHeight, document.body.getBoundingClientRect().bottom + scrollY)
    if (empty > 1) return [`${Math.round(empty)} empty pixels below the page`]
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120))
  })
}
