import type { Page } from '@playwright/test'

const mostStops = 220

/**
 * Presses Tab from the top of the page until it is left, and returns the faults: an invisible or covered stop, a stop
 * without a focus ring, a control that was not reached, or no way out.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(() => {
    ;(window as unknown as { walked: Set<Element> }).walked = new Set()
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
  const { walked } = window as unknown as { walked: Set<Element> }
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

/** Controls that were not reached; of a radio group one stop is enough. */
function missed(): string[] {
  const { walked } = window as unknown as { walked: Set<Element> }
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input:not(:disabled, [type=radio], [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]',
  )
  return [...controls]
    .filter((each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }) && !walked.has(each))
    .map((each) => `not reached: ${each.outerHTML.slice(0, 100)}`)
}
