import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Brand } from '@sauda/contract/health'
import { branded, withStyles } from './branded.ts'
import { inlineHashes } from './inline.ts'
import { sendStatic, staticContent } from '../platform/static-content.ts'
import { startedLate } from './late.ts'
import { screenScripts } from './scripts.ts'
import { searchable } from './searchable.ts'

const brand: Brand = {
  name: 'A & B $& Co',
  tagline: 'Say "yes"',
  mode: 'demo',
  supportEmail: 'help@broker.example',
  appDownloadUrl: '',
  mailbox: false,
  legal: { name: '', sebiRegistration: '', grievanceOfficer: '', address: '' },
}
const page =
  '<html><head><title>Sauda</title><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/s.css"/></head><body><div id="first"><!--first--></div><script type="module" async="">import "/assets/a.js"</script></body></html>'

describe('an application’s page', () => {
  test('carries the name as it is written, whatever signs it holds', () => {
    const html = branded(page, { brand, look: '', title: brand.name, first: '<p>$&</p>' })
    expect(html).toContain('<title>A &amp; B $&amp; Co</title>')
    expect(html).toContain('content="Say &quot;yes&quot;"')
    expect(html).toContain('<div id="first"><p>$&</p></div>')
    const facts = /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(facts)).toEqual(brand)
  })

  test('without room for the first paint is a fault, not an empty screen', () => {
    expect(() => branded('<head></head>', { brand, look: '', title: '', first: '' })).toThrow('<!--first-->')
    expect(() => startedLate('<head></head><body></body>', [])).toThrow('starts in another way')
  })

  test('has its styles inside; the link to them stays, switched off', () => {
    const html = withStyles(page, (file) => `/* ${file} */a{src:url(/assets/inter-basic-x.woff2)}`)
    expect(html).toContain('<style>/* /assets/s.css */')
    expect(html).toContain('<link rel="stylesheet" href="/assets/s.css" disabled=""/>')
    expect(html).toContain('<link rel="preload" href="/assets/inter-basic-x.woff2" as="font"')
  })

  test('asks for its scripts, and those of its screen, after its first paint', () => {
    const html = startedLate(page, ['/assets/a.js', '/assets/login.js'])
    expect(html).not.toContain('rel="modulepreload"')
    expect(html.match(/data-late="" rel="late" href="[^"]+"/g)).toHaveLength(2)
    expect(html).toContain('<script type="text/late">import "/assets/a.js"</script>')
  })
})

test('each script and style inside the pages has one hash; files and mere facts have none', () => {
  const { scripts, styles } = inlineHashes([
    '<style>a{}</style><script>one()</script><script src="/x.js"></script><script type="application/json">{}</script>',
    '<style>a{}</style><script type="module">two()</script>',
  ])
  expect(styles).toHaveLength(1)
  expect(scripts).toHaveLength(2)
  expect(scripts[0]).toMatch(/^'sha256-[\w+/]{43}='$/)
})

test('search engines are shown the public pages and told to leave the rest', () => {
  const files = new Map(
    searchable('https://portal.example', {
      '/': '<head></head>',
      '/terms': '<head></head>',
      '/offline': '<head><meta name="robots" content="noindex"/></head>',
    }),
  )
  const text = (path: string) => files.get(path)?.bytes.toString() ?? ''
  expect(text('/robots.txt')).toContain('Disallow: /account\n')
  expect(text('/robots.txt')).toContain('\n\nSitemap: https://portal.example/sitemap.xml\n')
  expect(text('/sitemap.xml').match(/<loc>[^<]+/g)).toEqual([
    '<loc>https://portal.example/',
    '<loc>https://portal.example/terms',
  ])
})

test('a screen’s scripts are its own and those of the screens around it, each once', () => {
  const file = (module: string, imports: string[], rest: object) => ({ module, imports, ...rest })
  const manifest = JSON.stringify({
    routes: {
      root: file('/root.js', ['/common.js'], { path: '' }),
      wallet: file('/wallet.js', ['/common.js'], { parentId: 'root', path: 'account/wallet' }),
      add: file('/add.js', ['/qr.js'], { parentId: 'wallet', path: 'add-fund' }),
    },
  })
  const scripts = screenScripts(`window.__reactRouterManifest=${manifest};`)
  expect(scripts.get('/account/wallet/add-fund')).toEqual(['/root.js', '/common.js', '/wallet.js', '/add.js', '/qr.js'])
})

describe('what is kept in memory', () => {
  const app = fastify()
  const kept = staticContent('<p>long enough</p>'.repeat(200), 'text/html; charset=utf-8')
  app.get('/', (request, reply) => sendStatic(request, reply, kept))
  app.get('/picture', (request, reply) => sendStatic(request, reply, staticContent(Buffer.from('png'), 'image/png')))
  const get = (headers: Record<string, string>, url = '/') => app.inject({ url, headers })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('for a browser that takes "%s" it goes as %s', async (accepted, how) => {
    const answer = await get({ 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(how)
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  test('pictures are not compressed again', async () => {
    expect((await get({ 'accept-encoding': 'br' }, '/picture')).headers['content-encoding']).toBeUndefined()
  })

  test('is not sent to a browser that has it', async () => {
    const { etag = '' } = (await get({})).headers
    for (const tag of [String(etag), `W/${String(etag)}`]) {
      const again = await get({ 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    expect((await get({ 'if-none-match': '"another"' })).statusCode).toBe(200)
  })
})
