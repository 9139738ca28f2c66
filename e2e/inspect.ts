import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
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
/** Where the pictures of `npm run gallery` go; without it nothing is kept. */
const pictures = process.env['GALLERY']
export const isGallery = Boolean(pictures)
/** States are many: each is checked once, where there is the least room, and the gallery draws it everywhere. */
const glanced = sizes
  .map((size): Size => ({ ...size, checked: size.width === 390 ? ['light'] : [] }))
  .filter(({ checked }) => isGallery || checked.length > 0)

/** Collects what the browser complains about: failed scripts, refused content, missing files. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`${new URL(page.url()).pathname}: ${error.message}`))
  page.on('console', (message) => {
    // Of a bare JSON answer the browser wants an icon; only `enter` opens one.
    if (message.location().url.endsWith('/favicon.ico')) return
    // No way leads to the charting service from here, and the dashboard copes.
    if (message.location().url.startsWith('https://s3.tradingview.com/')) return
    if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
      found.push(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  return found
}

/** Looks at the open screen as a desktop, a tablet and a phone show it. */
export async function inspect(page: Page, name: string): Promise<void> {
  await settled(page)
  await lookAt(page, name, sizes)
  // The narrowest a screen has to fit without scrolling sideways: a small phone, or 1280 pixels at 400 %.
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await overflowing(page), `${name}, 320 wide, scrolls sideways`).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Looks at the open screen in whatever state it is. */
export async function glance(page: Page, name: string): Promise<void> {
  await lookAt(page, name, glanced)
}

async function lookAt(page: Page, name: string, seen: readonly Size[]): Promise<void> {
  const isDialog = await page.getByRole('dialog').isVisible()
  for (const { width, height, checked } of seen) {
    await page.setViewportSize({ width, height })
    await page.setViewportSize({ width, height: await wholeHeight(page, height) })
    for (const colorScheme of schemes) {
      const isChecked = checked.includes(colorScheme)
      if (!isChecked && !pictures) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await atRest(page)
      const asked = colorScheme === 'dark' ? colours : width === 768 ? shapes : everything
      if (isChecked) expect.soft(await faults(page, asked), `${name}, ${width} wide, ${colorScheme}`).toEqual([])
      if (pictures)
        await page.screenshot({ path: join(pictures, `${name} ${width} ${colorScheme}.png`), fullPage: !isDialog })
    }
    expect.soft(await overflowing(page), `${name}, ${width} wide, scrolls where nothing is`).toEqual([])
  }
}

/** What lies half under the bar at the bottom counts as too small to press; in a window as tall as the page nothing does. */
function wholeHeight(page: Page, height: number): Promise<number> {
  return page.evaluate(
    (least) =>
      document.querySelector('[role="dialog"]') ? least : Math.max(least, document.documentElement.scrollHeight),
    height,
  )
}

/**
 * A colour half way from one scheme to the other is nobody's fault. What inherits it would follow a frame later, and so on
 * down the page, so nothing is let move: a sheet of ours, because the page refuses a style element.
 */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-property: none !important }')
    document.adoptedStyleSheets = [still]
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
      // A browser that has nothing to draw promises no frame.
      setTimeout(drawn, 250)
    })
  })
}

const everything: RunOptions = { runOnly: standards, resultTypes: ['violations'] }
// The scheme changes colours only, so in the dark the colours alone are looked at.
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] }

// Whatever a tablet shows, a desktop or a phone shows too; only its measures are its own.
const shapes: RunOptions = {
  runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
  resultTypes: ['violations'],
}

async function faults(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (asked) => (await (window as unknown as { axe: typeof axe }).axe.run(document, asked)).violations,
    options,
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}

/** What sticks out of the window to the right, if the page can be scrolled there, and emptiness below the page. */
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
