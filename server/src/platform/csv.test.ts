import { csvErrors } from '@sauda/contract/platform/csv'
import { describe, expect, test } from 'vitest'
import { csvText, delimiterOf, readRows, type Delimiter } from './csv.ts'

const rows = (text: string, delimiter: Delimiter = ',') => {
  const all: [number, ...string[]][] = []
  readRows(csvText(Buffer.from(text)), delimiter, ({ line, cells }) => all.push([line, ...cells]))
  return all
}
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}

describe('the cells of a file', () => {
  test('quoted fields keep commas, quotes and line ends; every row knows its line', () => {
    expect(rows('a,b\n\n1,"x, ""y""\nz"\n2,w\n')).toEqual([
      [1, 'a', 'b'],
      [2, ''],
      [3, '1', 'x, "y" z'],
      [5, '2', 'w'],
    ])
  })

  test('quotes inside a text without quotes are text; space around cells is not', () => {
    expect(rows('  5\' 11" , "a" ,x"y"z \n')).toEqual([[1, '5\' 11"', 'a', 'x"y"z']])
  })

  test('="0123" is the text 0123, written either way', () => {
    expect(rows('="000123","=""000456"""\n')).toEqual([[1, '000123', '000456']])
  })

  test.each(['\n', '\r\n', '\r'])('line ends %j', (end) => {
    expect(rows(['a,b', '1,2', '3,4'].join(end))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
    ])
  })

  test('a long cell with characters of several bytes stays whole', () => {
    const text = `${'x'.repeat(64 * 1024 - 1)}₹😀,b\n`
    expect(rows(text)[0]?.[1]).toBe(`${'x'.repeat(64 * 1024 - 1)}₹😀`)
  })

  test('a quote that is never closed is reported with its first line', () => {
    expect(refusal(() => rows('a,b\n1,"open\n2,3\n4,5\n'))).toBe('Line 2: a quote is opened and never closed.')
  })
})

describe('a file that is not a bank’s', () => {
  test.each([
    [
      'a line of a million characters',
      `a,b\n${','.repeat(1_000_001)}\n`,
      'Line 2: it has more than a million characters. A line end may be missing.',
    ],
    ['200,001 lines, most of them empty', '\n'.repeat(200_000) + 'a\n', csvErrors.tooManyLines.message],
  ])('%s is rejected', (_what, text, words) => {
    expect(refusal(() => rows(text))).toBe(words)
  })
})

describe('the delimiter', () => {
  const isHeader = (cells: readonly string[]) => cells[0] === 'Date' && cells[1] === 'Text'
  test.each([',', ';', '\t', '|'] as const)('%j is detected by the header', (delimiter) => {
    expect(delimiterOf(`Account; of, somebody\n\nDate${delimiter}Text\n1${delimiter}2`, 60, isHeader)).toBe(delimiter)
  })
  test('a quote cut off at the end of the sample does not hide the header', () => {
    expect(delimiterOf('Date,Text\n1,"a\nb"\n', 2, isHeader)).toBe(',')
  })
  test('without a header there is no delimiter', () => {
    expect(delimiterOf('1,2\n3,4\n', 60, isHeader)).toBeUndefined()
  })
})

describe('binary content', () => {
  const utf16 = (text: string, mark: number[]) => {
    const bytes = Buffer.from(text, 'utf16le')
    return Buffer.concat([Buffer.from(mark), mark[0] === 0xfe ? bytes.swap16() : bytes])
  }
  test('a byte order mark is no part of the first cell', () => {
    expect(csvText(Buffer.from('\uFEFFDate'))).toBe('Date')
    expect(csvText(utf16('Date ₹', [0xff, 0xfe]))).toBe('Date ₹')
    expect(csvText(utf16('Date ₹', [0xfe, 0xff]))).toBe('Date ₹')
  })
  test.each([
    ['an Excel workbook', Buffer.from('PK\x03\x04…'), csvErrors.workbook],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), csvErrors.workbook],
    ['a PDF', Buffer.from('%PDF-1.7'), csvErrors.pdf],
    ['a page named .xls', Buffer.from(' \r\n<html><table>'), csvErrors.page],
    ['UTF-16 without its mark', Buffer.from('Date,Text', 'utf16le'), csvErrors.notText],
    ['nothing but space', Buffer.from(' \r\n\t'), csvErrors.empty],
  ])('%s is recognised', (_what, bytes, words) => {
    expect(refusal(() => csvText(bytes))).toBe(words.message)
  })
  test('a file in Windows-1252 is read as such', () => {
    expect(csvText(Buffer.concat([Buffer.from('a,b\r\n3,caf'), Buffer.from([0xe9, 0x20, 0x96, 0x20, 0x80])]))).toBe(
      'a,b\n3,café – €',
    )
  })
  test.each([
    ['is not Windows-1252 either', [0x81]],
    ['stands in a file of UTF-8', [...Buffer.from('₹'), 0xe9]],
  ])('a byte that %s is reported with its line', (_what, broken) => {
    const bytes = Buffer.concat([Buffer.from('a,b\r\n1,2\r\n3,caf'), Buffer.from(broken), Buffer.from('\n')])
    expect(refusal(() => csvText(bytes))).toBe(
      'Line 3: a character cannot be read. Download the file again, and choose it without saving it in another program.',
    )
  })
})
