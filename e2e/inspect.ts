import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = { 1440: 900, 768: 1024, 390: 844 }
const schemes = ['light', 'dark'] as const
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const folder = join(import.meta.dirname, 'output/screens')

/** Collects what the browser complains about: failed scripts, refused content, missing files. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`${new URL(page.url()).pathname}: ${error.message}`))
  page.on('console', (message) => {
    // Of a bare JSON answer the browser wants an icon; only `enter` opens one.
    if (message.location().url.endsWith('/favicon.ico')) return
    if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
      found.push(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  return found
}

/** Looks at the open screen as a phone, a tablet and a desktop show it, in both schemes. */
export async function inspect(page: Page, name: string): Promise<void> {
  await settled(page)
  for (const [width, height] of Object.entries(widths).toReversed()) {
    await page.setViewportSize({ width: Number(width), height })
    await page.setViewportSize({ width: Number(width), height: await wholeHeight(page, height) })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const where = `${name}, ${width} wide, ${colorScheme}`
      expect.soft(await faults(page, colorScheme), where).toEqual([])
      if (process.env['SCREENS'])
        await page.screenshot({ path: join(kept(), `${name} ${width} ${colorScheme}.png`), fullPage: true })
    }
    expect.soft(await overflowing(page), `${name} scrolls sideways at ${width}`).toEqual([])
  }
}

const loading = '[aria-busy="true"], [class*="skeleton"], [class*="spinner"]'

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator(loading)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** What lies half under the bar at the bottom counts as too small to press; in a window as tall as the page nothing does. */
function wholeHeight(page: Page, height: number): Promise<number> {
  return page.evaluate(
    (least) =>
      document.querySelector('[role="dialog"]') ? least : Math.max(least, document.documentElement.scrollHeight),
    height,
  )
}

// The scheme changes colours only, so in the dark the colours alone are looked at.
async function faults(page: Page, scheme: (typeof schemes)[number]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (scheme === 'dark' ? axe.withRules('color-contrast') : axe.withTags(standards)).analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}

/** What sticks out of the window to the right, if the page can be scrolled there. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

function kept(): string {
  mkdirSync(folder, { recursive: true })
  return folder
}
