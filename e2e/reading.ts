import type { Page } from '@playwright/test'

/** Whether this text has been on the page, even for a moment. */
export type Read = (sentence: string) => boolean

/** Records from now on: text, labels and field values, in the page and its frames, also what disappears at once. */
export async function readAlong(page: Page): Promise<Read> {
  const lines = new Set<string>()
  await page.exposeBinding('saudaRead', (_source, read: string[]) => read.forEach((line) => lines.add(line)))
  await page.addInitScript(() => {
    const send = (window as unknown as { saudaRead: (lines: string[]) => void }).saudaRead
    const seen = new Set<string>()
    const read = (): void => {
      if (!document.body) return
      const labels = [...document.querySelectorAll('[aria-label], input, option, img[alt]')].flatMap((element) => [
        element.getAttribute('aria-label') ?? '',
        element.getAttribute('alt') ?? '',
        element instanceof HTMLInputElement && element.type !== 'password' ? element.value : '',
      ])
      const now = [document.title, ...labels, ...document.body.innerText.split(/[\n\t]/)]
      const fresh = now.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line && !seen.has(line))
      if (fresh.length === 0) return
      for (const line of fresh) seen.add(line)
      send(fresh)
    }
    new MutationObserver(read).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['class', 'style', 'hidden', 'open', 'aria-label'],
    })
    addEventListener('input', read)
    addEventListener('load', read)
  })
  return (sentence) => {
    const words = new RegExp(String.raw`(?<![\p{L}\d])${patternOf(sentence)}(?![\p{L}\d])`, 'u')
    return [...lines].some((line) => words.test(line))
  }
}

/** A sentence as a pattern: `{n}` is any number. */
function patternOf(sentence: string): string {
  return sentence
    .split('{n}')
    .map((part) => part.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .join(String.raw`[\d,]+`)
}
