import { describe, expect, test } from 'vitest'
import { between, contains, grownBy, movedBy, rectInWords, usualPlace } from './cover-rect.ts'

const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }

describe('the box over the first 8 digits', () => {
  test('is drawn from any corner to the other', () => {
    expect(between({ x: 0.75, y: 0.75 }, { x: 0.25, y: 0.25 })).toEqual(half)
    expect(between({ x: 0.25, y: 0.75 }, { x: 0.75, y: 0.25 })).toEqual(half)
  })
  test('stays inside the photo', () => {
    expect(between({ x: -1, y: 0.5 }, { x: 2, y: 3 })).toEqual({ x: 0, y: 0, width: 1, height: 1 })
    expect(movedBy(half, 1, -1)).toEqual({ ...half, x: 0.5, y: 0 })
    expect(grownBy(half, 1, 1)).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.75 })
  })
  test('never becomes too small to be seen', () => {
    const { width, height } = grownBy(half, -1, -1)
    expect([width, height]).toEqual([0.03, 0.03])
    expect(between({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({ x: 0.97, y: 0.97, width: 0.03, height: 0.03 })
  })
  test('knows which points lie inside', () => {
    expect(contains(half, { x: 0.5, y: 0.5 })).toBe(true)
    expect(contains(half, { x: 0.8, y: 0.5 })).toBe(false)
  })
  test('is described in words', () => {
    expect(rectInWords(usualPlace)).toBe('28% from the left, 65% from the top, 30% wide, 12% high')
  })
})
