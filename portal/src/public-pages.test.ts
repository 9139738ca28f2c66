import type { Brand } from '@sauda/contract/broker/health'
import { describe, expect, test } from 'vitest'
import { defaultContent } from '../dev-pages.ts'
import { renderApplicationPages } from './application-pages.tsx'
import { defaultBrand } from './shell/brand.ts'
import { renderComplaintsPage, renderDocumentPage, renderPublicPages } from './public-pages.tsx'

const live: Brand = {
  ...defaultBrand,
  name: 'Northwind <& Sons>',
  supportEmail: 'help@northwind.example',
  legal: {
    name: 'Northwind Ltd',
    sebiRegistration: 'INZ000123456',
    exchanges: '',
    grievanceOfficer: 'Meera Rao',
    address: '',
  },
}
const demo: Brand = { ...defaultBrand, mode: 'demo', supportEmail: 'support@sauda.example' }
const inputOf = (brand: Brand) => ({
  brand,
  content: defaultContent(),
  address: 'https://northwind.example',
  styles: ['a{}', 'b{}'],
  font: undefined,
  script: 'c()',
})
const figures = { carried: 2, received: 3, resolved: 2, pending: 3 }
const report = {
  month: '2026-10',
  sources: (['investor', 'sebi', 'exchange', 'other'] as const).map((source, index) => ({
    source,
    ...(index === 0 ? figures : { carried: 0, received: 0, resolved: 0, pending: 0 }),
    ...(index === 0 ? { recent: 2, old: 1, days: 21 } : { recent: 0, old: 0, days: 0 }),
  })),
  months: [
    { period: '2026-09', carried: 1, received: 2, resolved: 1, pending: 2 },
    { period: '2026-10', ...figures },
  ],
  years: [{ period: '2026-27', carried: 0, received: 6, resolved: 3, pending: 3 }],
  levels: [
    { level: 1, name: 'Customer care', contact: 'Meera <Rao>', address: '', phone: '', email: '', hours: '', days: 7 },
  ],
}
const pagesOf = (brand: Brand): Record<string, string> => ({
  ...Object.fromEntries(renderPublicPages(inputOf(brand)).pages.map(({ path, html }) => [path, html])),
  '/complaints': renderComplaintsPage(inputOf(brand), report),
  '/document': renderDocumentPage(inputOf(brand), {
    number: 'DOC-7QK4-M2XA-9TRB',
    day: '2026-11-24',
    amount: -150_050n,
  }),
  '/document/unknown': renderDocumentPage(inputOf(brand)),
})

const screensOf = (brand: Brand) =>
  new Map(
    renderApplicationPages({
      brand,
      styles: ['a{}'],
      font: '/assets/inter-basic.woff2',
      entry: 'main',
      filesOf: (modules) => modules.map((name) => `/${name}.js`),
      open: inputOf(brand),
    }).pages.map(({ path, html }) => [path, html]),
  )

describe.each([
  ['in a demo', demo],
  ['for a broker', live],
])('%s', (_, brand) => {
  const pages = pagesOf(brand)

  test.each(Object.entries(pages))('%s has a title, one heading and no unfilled place', (_path, html) => {
    const words = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    expect(html.slice(0, 36)).toBe('<!doctype html><html lang="en-IN"><h')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(/<title>[^<]+<\/title>/.exec(html)).not.toBeNull()
    expect(/undefined|\{\w+\}/.exec(words)?.[0]).toBeUndefined()
  })

  test('every link within the public pages has a target', () => {
    const ids = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    for (const [path, html] of Object.entries(pages))
      for (const [, href = ''] of html.matchAll(/ href="((?:\/[\w-]*)?#[^"]+)"/g)) {
        const [to = '', id] = href.split('#')
        expect([path, href, ids(pages[to || path] ?? '').includes(id)]).toEqual([path, href, true])
      }
  })
})

test('a demo says that no broker runs it; in live mode the broker is named with registration and officer', () => {
  const says = (brand: Brand, words: string) => pagesOf(brand)['/']?.includes(words)
  expect(says(demo, 'It is not run by a broker')).toBe(true)
  expect(says(live, 'It is not run by a broker')).toBe(false)
  for (const words of ['Northwind Ltd', 'INZ000123456', 'Meera Rao', 'Northwind &lt;&amp; Sons&gt;'])
    expect([words, says(live, words)]).toEqual([words, true])
})

test('contacts are links wherever they are named', () => {
  const legal = { ...live.legal, grievanceOfficer: 'Meera Rao, grievance@northwind.example, +91 22 4000 1234' }
  const pages = pagesOf({ ...live, legal })
  const foot = pages['/'] ?? ''
  for (const href of ['mailto:grievance@northwind.example', 'tel:+912240001234', 'https://scores.sebi.gov.in'])
    expect([href, foot.includes(`href="${href}"`)]).toEqual([href, true])
  expect(pages['/terms']).toContain('<a href="tel:1930">1930</a>, the helpline')
  expect(pages['/terms']).toContain('<a href="mailto:help@northwind.example">help@northwind.example</a>,')
})

test('the complaints page has SEBI’s columns and rows, with totals and the average, and the escalation matrix', () => {
  const page = pagesOf(live)['/complaints'] ?? ''
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, cells = '']) =>
    [...cells.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
  )
  const month = 'Carried forward from previous month'
  for (const row of [
    ['SN', 'Received from', month, 'Received during the month', 'Total Pending', 'Resolved*'].concat(
      'Pending at the end of the month**',
      'Average Resolution time^ (in days)',
    ),
    ['1', 'Directly from Investors', '2', '3', '5', '2', '2', '1', '10.5'],
    ['2', 'SEBI (SCORES)', '0', '0', '0', '0', '0', '0', '–'],
    ['5', 'Grand Total', '2', '3', '5', '2', '2', '1', '10.5'],
    ['2', 'October 2026', '2', '3', '2', '3'],
    ['3', 'Grand Total', '1', '5', '3', '3'],
    ['1', '2026-27', '0', '6', '3', '3'],
    ['Customer care', 'Meera &lt;Rao&gt;', '7 days'],
  ])
    expect(rows).toContainEqual(row)
})

test('the offline page names the broker without loading a file', () => {
  const logo = { onLight: '/logo-light', onDark: '/logo-dark', width: 90, height: 28 }
  const page = pagesOf({ ...live, logo })['/offline'] ?? ''
  expect(page).toContain('<a href="/">Northwind &lt;&amp; Sons&gt;</a>')
  expect(page).not.toContain('<img')
})

test('a shared page shows the brand’s icon and name', () => {
  const head = pagesOf(live)['/'] ?? ''
  expect(head).toContain('<meta property="og:image" content="https://northwind.example/icon-whole-512.png"/>')
  expect(head).toContain('<link rel="canonical" href="https://northwind.example/"/>')
})

test('a screen has its title, the brand and its files before any script runs', () => {
  const html = screensOf({ ...live, name: 'A & B $& Co', tagline: 'Say "yes" </script>' }).get('/login') ?? ''
  expect(html).toContain('<title>Login | A &amp; B $&amp; Co</title>')
  const facts = /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.parse(facts)).toMatchObject({ name: 'A & B $& Co', tagline: 'Say "yes" </script>' })
  expect(html).toContain('id="code">["/main.js","/src/client/auth/login.tsx.js"]</script>')
  expect(html).not.toContain('src="/main.js"')
  const account = screensOf(demo).get('/account/home') ?? ''
  expect(account).toContain('<link rel="modulepreload" href="/src/pages/account.tsx.js" fetchPriority="low"/>')
  expect(account).toContain('<script type="module" src="/main.js" fetchPriority="low"></script>')
})

test('a first paint has no script or style of its own, and only login and registration can be filled in', () => {
  const forms = [...screensOf(demo)].filter(([, html]) => {
    const first = /<div id="first"[\s\S]*<output/.exec(html)?.[0] ?? ''
    expect(first).not.toBe('')
    expect(/<(?:script|style)\b| style="/.exec(first)?.[0]).toBeUndefined()
    expect(first.includes('<input')).toBe(!first.startsWith('<div id="first" inert=""'))
    return first.includes('<form')
  })
  expect(forms.map(([path]) => path)).toEqual(['/login', '/create-account'])
  for (const [, html] of forms) expect(html).toMatch(/<form [^>]*method="post"/)
})

test('the screen of the code has the public footer, hidden until the screen is there, and no other screen has it', () => {
  const footed = [...screensOf(live)].filter(([, html]) => html.includes('Get started</a>'))
  expect(footed.map(([path]) => path)).toEqual(['/create-account/verify-otp'])
  const [, html = ''] = footed[0] ?? []
  expect(html).toContain('<div id="footer" hidden="">')
  expect(html).toContain('Northwind &lt;&amp; Sons&gt;')
  expect(html).toContain('Privacy policy')
  expect(html).not.toMatch(/\{\w+\} /)
  expect(html).toContain('<style>b{}</style>')
})

test('the first paint of the account area is for clients only, that of the login for visitors', () => {
  expect(screensOf(demo).get('/account/home')).toContain('data-first="client"')
  expect(screensOf(demo).get('/login')).toContain('data-first="visitor"')
})
