import { expect, test } from 'vitest'
import { filesOf, withoutUnusedTokens } from './build.ts'
import { sitemapOf } from './pages.ts'

test('lists the public pages for search engines', () => {
  const pages = [
    { path: '/', isIndexed: true },
    { path: '/terms', isIndexed: true },
    { path: '/offline', isIndexed: false },
  ]
  expect(sitemapOf('https://portal.example', pages).match(/<loc>[^<]+/g)).toEqual([
    '<loc>https://portal.example/',
    '<loc>https://portal.example/terms',
  ])
})

test('lists the files of a screen and of everything it imports, each once', () => {
  const manifest = {
    'src/main.tsx': { file: 'main.js', imports: ['_common.js'] },
    'src/login.tsx': { file: 'login.js', imports: ['_common.js', 'src/main.tsx'] },
    '_common.js': { file: 'common.js' },
  }
  expect(filesOf(manifest, ['src/main.tsx', 'src/login.tsx'])).toEqual(['/main.js', '/common.js', '/login.js'])
  expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('The build of the portal has no src/gone.tsx')
})

test('leaves out the tokens that no public page uses', () => {
  expect(
    withoutUnusedTokens(
      ':root{--a:light-dark(#fff,#000);--b:var(--c);--c:1px;--d:2px}.x--d:hover{color:var(--a);margin:var(--b)}',
      '.y{padding:var(--e)}',
    ),
  ).toBe(':root{--a:light-dark(#fff,#000);--b:var(--c);--c:1px;}.x--d:hover{color:var(--a);margin:var(--b)}')
})
