import { describe, expect, test } from 'vitest'
import { parseOrder, readTrades } from './trade.file.line.ts'

const heads = 'reference,client,action,stock,quantity,price,position'
const semicolons = heads.replaceAll(',', ';')
/** For each line: its number in the file, then reference, quantity and price, or what is wrong with it. */
const read = (csv: string) =>
  readTrades(csv).lines.map((line) => {
    const order = parseOrder(line, '2026-11-20')
    return typeof order === 'string' ? [line.line, order] : [line.line, order.reference, order.quantity, order.price]
  })
const a1 = ['A1', 1_00000000n, 2_00000000n]
const a2 = ['A2', 1_00000000n, 2_00000000n]

test('a column whose name is not known is named', () => {
  expect(readTrades(`${heads},Tradedate,Trade time\nA1,SD1,BUY,TCS,1,2,,2026-11-20,10:00`).unused).toEqual([
    'Tradedate',
  ])
})

describe('a file of trades is read', () => {
  test.each([
    [
      'with a byte order mark, CRLF, blank lines and lines of separators',
      `\uFEFF\r\n\r\n${semicolons}\r\n\r\nA1;SD1;BUY;TCS;1;2;\r\n;;;;;;\r\n   \r\nA2;SD1;BUY;TCS;1;2;\r\n`,
      [
        [5, ...a1],
        [8, ...a2],
      ],
    ],
    [
      'with CR alone',
      `${heads}\rA1,SD1,BUY,TCS,1,2,\rA2,SD1,BUY,TCS,1,2,`,
      [
        [2, ...a1],
        [3, ...a2],
      ],
    ],
    [
      'with every cell in quotes after a byte order mark',
      `\uFEFF${semicolons.replaceAll(/\w+/g, '"$&"')}\n"A1";"SD1";"BUY";"TCS";"1";"2";""`,
      [[2, ...a1]],
    ],
    [
      'with a line end within quotes',
      `${heads}\nA1,SD1,BUY,"TCS\nLtd",1,2,\nA2,SD1,BUY,TCS,1,2,`,
      [
        [2, ...a1],
        [4, ...a2],
      ],
    ],
    ['with a quotation mark within a cell', `${heads}\nA1,SD1,BUY,T"C"S,1,2,`, [[2, ...a1]]],
    [
      'with the line by which spreadsheets name the separator',
      `sep=;\r\n${semicolons}\r\nA1;SD1;BUY;TCS;1;2;`,
      [[3, ...a1]],
    ],
    ['copied from a spreadsheet with tabs', `${heads.replaceAll(',', '\t')}\nA1\tSD1\tBUY\tTCS\t1\t2\t`, [[2, ...a1]]],
    [
      'with blanks and invisible characters around the cells',
      `${heads}\n A1\u200B , sd1 ,\tbuy, TCS ,1 ,\u00A02 ,`,
      [[2, ...a1]],
    ],
  ])('%s', (_, csv, lines) => {
    expect(read(csv)).toEqual(lines)
  })

  test('with a number that the spreadsheet protects by a formula', () => {
    const [line] = readTrades(`${heads},order number\nA1,SD1,BUY,TCS,1,2,,="1100000012345678"`).lines
    expect(line && parseOrder(line, '2026-11-20')).toMatchObject({ execution: { orderNumber: '1100000012345678' } })
  })
})

const comma = 'Write quantity and price without commas, with a point before the decimals, such as 2945.30'
test.each([
  [`${semicolons}\nA1;SD1;BUY;TCS;1;2945,30;`, comma],
  [`${semicolons}\nA1;SD1;BUY;TCS;1,5;2945.30;`, comma],
  [`${heads}\nA1,SD1,BUY,TCS,1,"2,945.30",`, comma],
  [`${heads}\nA1,SD1,BUY,TCS,1,2,945.30`, 'Only a sell has a position. Write numbers without commas'],
])('a decimal or thousands comma is rejected with a sentence: %j', (csv, problem) => {
  expect(read(csv)).toEqual([[2, problem]])
})

test('a quotation mark that is never closed is named with its line', () => {
  expect(() => read(`${heads}\nA1,SD1,BUY,TCS,1,2,\nA2,SD1,BUY,"TCS,1,2,\n`)).toThrow(
    'Line 3: a quote is opened and never closed.',
  )
})
