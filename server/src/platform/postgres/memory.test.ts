import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { bufferMegabytes, memoryBytes } from './memory.ts'

const gigabyte = 1024 ** 3

test.each([
  [0.5, 64],
  [1, 64],
  [2, 128],
  [4, 384],
  [8, 896],
  [16, 1920],
  [64, 4096],
])('with %d GB of memory the database uses %d MB in live mode', (gigabytes, megabytes) =>
  expect(bufferMegabytes(gigabytes * gigabyte)).toBe(megabytes),
)

test('the memory is at most that of the machine', () => {
  expect(memoryBytes()).toBeGreaterThan(0)
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem())
})
