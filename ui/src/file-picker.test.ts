import { expect, test } from 'vitest'
import { acceptsFile, fileSize } from './file-picker.tsx'

const image = { name: 'PAN.JPG', type: 'image/jpeg' }

test('a dropped file must match the accept attribute', () => {
  expect(acceptsFile(image, undefined)).toBe(true)
  expect(acceptsFile(image, 'image/*')).toBe(true)
  expect(acceptsFile(image, 'image/png, image/jpeg')).toBe(true)
  expect(acceptsFile(image, '.png,.jpg')).toBe(true)
  expect(acceptsFile(image, 'image/png')).toBe(false)
  expect(acceptsFile({ name: 'a.pdf', type: 'application/pdf' }, 'image/*')).toBe(false)
  expect(acceptsFile({ name: 'photo', type: '' }, 'image/*')).toBe(true)
  expect(acceptsFile({ name: 'photo.heic', type: '' }, '.csv')).toBe(false)
})

test('sizes are formatted in KB and MB', () => {
  expect(fileSize(512)).toBe('512 B')
  expect(fileSize(734_003)).toBe('717 KB')
  expect(fileSize(2_411_724)).toBe('2.3 MB')
})
