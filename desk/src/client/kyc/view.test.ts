import { expect, test } from 'vitest'
import { fitting, clamped, moved, rotated, wholePhoto, zoomed } from './view.ts'

const frame = { width: 400, height: 300 }
const photo = { width: 800, height: 400 }

test('the whole photo fits, also rotated by a quarter turn', () => {
  expect(fitting(frame, photo, 0)).toBe(0.5)
  expect(fitting(frame, photo, 1)).toBe(0.375)
  expect(fitting(frame, { width: 0, height: 0 }, 0)).toBe(1)
})

test('a photo that fits cannot be moved away', () => {
  expect(clamped(moved(wholePhoto, 100, -100), frame, photo)).toEqual(wholePhoto)
})

test('an enlarged photo moves as far as its edge', () => {
  const view = clamped(moved(zoomed(wholePhoto, 2), 900, 900), frame, photo)
  expect(view).toEqual({ zoom: 2, turns: 0, x: 200, y: 50 })
})

test('zooming does not move the point under the pointer', () => {
  expect(zoomed(wholePhoto, 2, { x: 50, y: 20 })).toMatchObject({ x: -50, y: -20 })
})

test('the zoom is limited to between 1 and 8', () => {
  expect(zoomed(wholePhoto, 0.1).zoom).toBe(1)
  expect(zoomed(wholePhoto, 100).zoom).toBe(8)
})

test('four quarter turns restore the view', () => {
  const view = { zoom: 3, turns: 0, x: 30, y: -10 }
  const round = [1, 1, 1, 1].reduce((each) => rotated(each, 1), view)
  expect(round).toEqual(view)
  expect(rotated(rotated(view, 1), -1)).toEqual(view)
})
