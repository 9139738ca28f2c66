import { expect, test } from 'vitest'
import { screensOf, sheet } from './gallery.ts'

test('the gallery names each screen once, whatever widths and schemes were drawn', () => {
  const files = ['wallet 2 390 dark.png', 'wallet 2 1440 light.png', 'index.html', 'desk queue 768 light.png']
  expect(screensOf(files)).toEqual(['desk queue', 'wallet 2'])
})

test('every screen stands there at three widths, light and dark', () => {
  const page = sheet(['visitor -', 'a & b'])
  expect(page.match(/<img /g)).toHaveLength(12)
  expect(page).toContain('<h2>a &amp; b</h2>')
  expect(page).toContain('src="visitor%20-%20390%20dark.png"')
})
