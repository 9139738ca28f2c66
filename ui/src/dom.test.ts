import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchFocus } from './dom.ts'

const [body, button, field] = [{}, {}, {}]
const page = { body, activeElement: button }
vi.stubGlobal('document', page)

afterEach(() => {
  page.activeElement = button
})

describe('watchFocus', () => {
  test.each([
    ['is true while the focus stays on the same element', button, true],
    ['is true when the focused element was removed', body, true],
    ['is false when the focus has moved to a field', field, false],
  ])('%s', (_, at, expected) => {
    const isStill = watchFocus()
    page.activeElement = at
    expect(isStill()).toBe(expected)
  })
})
