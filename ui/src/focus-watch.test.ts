import { afterEach, expect, test, vi } from 'vitest'
import { watchFocus } from './focus-watch.ts'

const [body, button, field] = [{}, {}, {}]
const page = { body, activeElement: button }
vi.stubGlobal('document', page)

afterEach(() => {
  page.activeElement = button
})

test.each([
  ['who waits where they asked is still there', button, true],
  ['who asked with what is gone now is still there', body, true],
  ['who went on to a field is not', field, false],
])('%s', (_, at, isThere) => {
  const isStill = watchFocus()
  page.activeElement = at
  expect(isStill()).toBe(isThere)
})
