import { describe, expect, test } from 'vitest'
import { rectBetween, contains, resizeRect, moveRect, describeRect, defaultRect } from './cover-tool.tsx'

const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }

describe('the box over the first 8 digits', () => {
  test('is drawn from any corner to the other', () => {
    expect(rectBetween({ x: 0.75, y: 0.75 }, { x: 0.25, y: 0.25 })).toEqual(half)
    expect(rectBetween({ x: 0.25, y: 0.75 }, { x: 0.75, y: 0.25 })).toEqual(half)
  })
  test('stays inside the photo', () => {
    expect(rectBetween({ x: -1, y: 0.5 }, { x: 2, y: 3 })).toEqual({ x: 0, y: 0, width: 1, height: 1 })
    expect(moveRect(half, 1, -1)).toEqual({ ...half, x: 0.5, y: 0 })
    expect(resizeRect(half, 1, 1)).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.75 })
  })
  test('never becomes too small to be seen', () => {
    const { width, height } = resizeRect(half, -1, -1)
    expect([width, height]).toEqual([0.03, 0.03])
    expect(rectBetween({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({ x: 0.97, y: 0.97, width: 0.03, height: 0.03 })
  })
  test('contains only the points inside it', () => {
    expect(contains(half, { x: 0.5, y: 0.5 })).toBe(true)
    expect(contains(half, { x: 0.8, y: 0.5 })).toBe(false)
  })
  test('describes its position and size for screen readers', () => {
    expect(describeRect(defaultRect)).toBe('28% from the left, 65% from the top, 30% wide, 12% high')
  })
})
