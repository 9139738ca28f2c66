import { describe, expect, test } from 'vitest'
import { findings, greyOf, sharpness, type Grey } from './photo-check.ts'

const width = 400
const height = 300

function picture(brightnessAt: (x: number, y: number) => number): Grey {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels[y * width + x] = brightnessAt(x, y)
  return { pixels, width, height }
}

/** Strokes three pixels wide on a light card in the middle of a darker table. */
const onCard = (x: number, y: number) => x > 60 && x < 340 && y > 50 && y < 250
const card = picture((x, y) => (!onCard(x, y) ? 110 : x % 12 < 3 && y % 16 < 11 ? 40 : 215))

function blurred({ pixels }: Grey, radius: number): Grey {
  return picture((x, y) => {
    let sum = 0
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        sum += pixels[Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))] ?? 0
    return sum / (2 * radius + 1) ** 2
  })
}
const lit = ({ pixels }: Grey, light: number): Grey => ({ pixels: pixels.map((pixel) => pixel * light), width, height })
const found = (grey: Grey, side = 3000) => findings(grey, side, side)

describe('before upload the browser warns of', () => {
  test('nothing, when the card can be read', () => {
    expect(found(card)).toEqual([])
    expect(found(lit(card, 0.5))).toEqual([])
  })
  test('a blurred photo', () => {
    expect(found(blurred(card, 8))).toEqual(['blurred'])
    expect(sharpness(blurred(card, 1))).toBeLessThan(sharpness(card))
  })
  test('an empty photo, as blurred', () => {
    expect(found(picture(() => 200))).toEqual(['blurred'])
  })
  test('a dark photo', () => {
    expect(found(lit(card, 0.25))).toContain('dark')
  })
  test('a reflection on the card', () => {
    const spot = (x: number, y: number) => Math.hypot(x - 230, y - 140) < 40
    expect(found(picture((x, y) => (spot(x, y) ? 255 : (card.pixels[y * width + x] ?? 0))))).toEqual(['glare'])
  })
  test('no reflection on a scan with white paper around the card, or on white paper', () => {
    const read = (x: number, y: number) => card.pixels[y * width + x] ?? 0
    expect(found(picture((x, y) => (onCard(x, y) ? read(x, y) : 255)))).toEqual([])
    expect(found(picture((x, y) => (onCard(x, y) && read(x, y) < 100 ? 40 : 255)))).toEqual([])
  })
  test('a tiny photo', () => {
    expect(findings(card, 800, 599)).toEqual(['small'])
    expect(findings(card, 800, 600)).toEqual([])
  })
})

test('green counts most and blue least for brightness', () => {
  const rgba = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
  expect([...greyOf(rgba, 4, 1).pixels]).toEqual([76, 150, 29, 255])
})
test('a picture smaller than a tile has no sharpness', () => {
  expect(findings({ pixels: new Uint8Array(4), width: 2, height: 2 }, 2, 2)).toEqual(['small', 'dark', 'blurred'])
})
