import type { Page } from '@playwright/test'

const mostStops = 220
const mostWalks = 5

/**
 * Presses Tab from the top of the page until it is left, and returns the faults: an invisible or covered stop, a stop
 * without a focus ring, a control that was not reached, or no way out. A walk during which controls appeared, such as the mark of a
 * first price, is repeated.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  for (let walk = 1; ; walk += 1) {
    await page.evaluate(rememberControls)
    const faults = await walkOnce(page)
    if (walk === mostWalks || !(await page.evaluate(haveControlsCome))) return faults
  }
}

async function walkOnce(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(() => {
    ;(window as unknown as Walked).walked = new Set()
    // Tab would continue from a field with automatic focus.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
    scrollTo(0, 0)
  })
  for (let stop = 0; stop <= mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(look)
    if (found === 'out') break
    if (found) faults.push(found)
    if (stop === mostStops) faults.push('no way out')
  }
  return [...faults, ...(await page.evaluate(missed))]
}

function look(): string | undefined {
  const { walked } = window as unknown as Walked
  const element = document.activeElement
  // A date is several stops in one field.
  if (element && element === [...walked].at(-1)) return undefined
  if (!element || element === document.body || walked.has(element)) return 'out'
  walked.add(element)
  if (element.tagName === 'IFRAME') return undefined
  const name = element.outerHTML.slice(0, 100)
  const box = element.getBoundingClientRect()
  if (box.width < 1 || box.height < 1) return `not to be seen: ${name}`
  const outlined = (each: Element | null, part?: string) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each, part)
    return outlineStyle !== 'none' && Number(outlineWidth.replace('px', '')) >= 2
  }
  const near = [element, element.parentElement, element.parentElement?.parentElement ?? null]
  if (!near.some((each) => outlined(each)) && !outlined(element, '::after')) return `no mark around: ${name}`
  const inside = document.elementFromPoint(
    box.left + box.width / 2,
    Math.min(box.top + box.height / 2, innerHeight - 1),
  )
  const isCovered = inside && !near.some((each) => each?.contains(inside)) && !inside.contains(element)
  return isCovered ? `under ${inside.outerHTML.slice(0, 60)}: ${name}` : undefined
}

type Walked = { walked: Set<Element>; known: Set<Element>; controls: () => HTMLElement[] }

function rememberControls(): void {
  const page = window as unknown as Walked
  page.controls = () =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not(:disabled, [type=radio], [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]',
      ),
    ].filter((each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }))
  page.known = new Set(page.controls())
}

function haveControlsCome(): boolean {
  const { known, controls } = window as unknown as Walked
  return controls().some((each) => !known.has(each))
}

/** Controls that were not reached; of a radio group one stop is enough. */
function missed(): string[] {
  const { walked, controls } = window as unknown as Walked
  return controls()
    .filter((each) => !walked.has(each))
    .map((each) => `not reached: ${each.outerHTML.slice(0, 100)}`)
}
