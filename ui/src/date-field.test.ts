import { expect, test } from 'vitest'
import { dayOf, isDay, shownDate, typedDate } from './date-field.tsx'

test.each([
  ['', ''],
  ['1', '1'],
  ['15', '15'],
  ['150', '15/0'],
  ['1501', '15/01'],
  ['15012', '15/01/2'],
  ['15012031', '15/01/2031'],
  ['150120319', '15/01/2031'],
  ['5/', '05/'],
  ['05/1/', '05/01/'],
  ['15-01-2031', '15/01/2031'],
  ['15.01.2031', '15/01/2031'],
  ['15/01/2031', '15/01/2031'],
  ['2031-01-15', '15/01/2031'],
  [' 2031-01-15 ', '15/01/2031'],
  ['abc', ''],
])('typing %j shows %j', (typed, shown) => {
  expect(typedDate(typed)).toBe(shown)
})

test.each([
  ['15/01/2031', '2031-01-15'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', '29/02/2027'],
  ['31/11/2026', '31/11/2026'],
  ['15/01/20', '15/01/20'],
])('%j is read as %j', (text, value) => {
  expect(dayOf(text)).toBe(value)
  expect(shownDate(value)).toBe(text)
})

test('knows days that do not exist', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '', 'x'].filter(isDay)).toEqual([])
  expect(isDay('2028-02-29')).toBe(true)
})
