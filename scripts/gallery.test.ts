import { expect, test } from 'vitest'
import { screensOf, sheet } from './gallery.ts'

test('the gallery names each screen once, whatever widths and schemes were drawn', () => {
  const files = ['wallet 2 390 dark.png', 'wallet 2 1440 light.png', 'index.html', 'desk queue 768 light.png']
  expect(screensOf(files)).toEqual(['desk queue', 'wallet 2'])
})

test('every screen is shown at three widths, light and dark', () => {
  const page = sheet(['visitor -', 'a & b'])
  expect(page.match(/<img /g)).toHaveLength(12)
  expect(page).toContain('<h2>a &amp; b</h2>')
  expect(page).toContain('src="visitor%20-%20390%20dark.png"')
})

test('screens of another version are shown above those of this one, also those that only one of them has', () => {
  const page = sheet(['home', 'tax'], ['home', 'old'])
  expect([...page.matchAll(/<h2>(.+?)<\/h2>/g)].map(([, name]) => name)).toEqual(['home', 'old', 'tax'])
  const sources = [...page.matchAll(/<img [^>]*src="([^"]+1440%20light\.png)"/g)].map(([, source]) => source)
  expect(sources).toEqual([
    'before/home%201440%20light.png',
    'home%201440%20light.png',
    'before/old%201440%20light.png',
    'tax%201440%20light.png',
  ])
})
