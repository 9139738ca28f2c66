import type { Page } from '@playwright/test'

/** Probes of a hostile script, each with its result or error. Runs in the page, so it is self-contained. */
const look = `
const tries = {
  origin: () => self.origin,
  token: () => localStorage.getItem('token'),
  tabStorage: () => sessionStorage.length + ' kept',
  cookie: () => document.cookie || 'empty',
  parentStorage: () => parent.localStorage.getItem('token'),
  parentPage: () => parent.document.title,
  topPage: () => top.document.body.innerHTML.length,
  topAddress: () => top.location.href,
  leave: () => { top.location.href = 'https://s3.tradingview.com/away'; return 'left' },
}
const found = Object.fromEntries(Object.entries(tries).map(([name, attempt]) => {
  try { return [name, String(attempt())] } catch (error) { return [name, error.name] }
}))
`

export type Findings = Readonly<Record<string, string>>

/** Finds as much as the charting service's script could if it ran in a page of ours: the counterpart of the test about it. */
export async function findingsIn(page: Page): Promise<Findings> {
  return page.evaluate(`(() => { ${look.replace(/leave:.*/, '')} return found })()`)
}

const script = (widget: string) => `
${look}
console.log('found by the script', JSON.stringify(found))
{
  const frame = document.createElement('iframe')
  frame.src = 'https://www.tradingview-widget.com/embed-widget/${widget}/#' + encodeURIComponent(document.currentScript.innerHTML)
  document.querySelector('.tradingview-widget-container__widget').append(frame)
}`

const page_ = `<!doctype html><title>stand-in</title>
<style>body { margin: 0; background: #131722; color: #d1d4dc; font: 14px sans-serif }</style>
<p>Stand-in for the charting service</p>
<pre></pre>
<script>
document.querySelector('pre').textContent = decodeURIComponent(location.hash.slice(1))
${look}
console.log('found by the page', JSON.stringify(found))
parent.postMessage({ name: 'tv-widget-load' }, '*')
</script>`

/**
 * Answers in place of the charting service, with a script and a page that take whatever they can get. The answer fills up
 * with what they found.
 */
export async function standInForCharts(page: Page): Promise<Record<'script' | 'page', Findings[]>> {
  const found: Record<'script' | 'page', Findings[]> = { script: [], page: [] }
  page.on('console', (message) => {
    const [, who, what = ''] = /^found by the (script|page) (.*)/.exec(message.text()) ?? []
    if (who === 'script' || who === 'page') found[who].push(JSON.parse(what) as Findings)
  })
  await page.route('https://s3.tradingview.com/**', (route) => {
    const [, widget = ''] = /embed-widget-([\w-]+)\.js/.exec(route.request().url()) ?? []
    return route.fulfill({ contentType: 'text/javascript', body: script(widget) })
  })
  await page.route('https://www.tradingview-widget.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: page_ }),
  )
  return found
}
