import type { Plan } from './statement-plan.ts'

/** The text that banks write above, between and below the rows of a statement. */

export function choose<T>(choices: readonly T[], at: number): T {
  const chosen = choices[at % choices.length]
  if (chosen === undefined) throw new Error('There is nothing to choose from')
  return chosen
}

/** `cells` in quotes where one of them has the delimiter. */
export const rowOf = (cells: readonly string[], delimiter: string): string =>
  cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)

export const aboveOf = ({ above }: Plan): string[] =>
  choose(
    [
      [],
      ['RIVER BANK LTD', 'MR KITE BROKING', 'Account No : 60100012349876', ''],
      ['Statement From : 01/10/2025 To : 31/10/2025', 'Branch : Andheri 0042'],
      ['Start Date : 1 Oct 2025', 'End Date : 31 Oct 2025', 'Account Currency : INR'],
      ['A/C. No. : XXXX9876', 'Period: October 01, 2025 to October 31, 2025', 'IFSC : HDFC0000042'],
    ],
    above,
  )

/** Text between the rows, from the second on. */
export function betweenOf(
  rows: readonly string[],
  { between, delimiter, isNewestFirst, hasBalance }: Plan,
  header: readonly string[],
): string[] {
  const head = rowOf(header, delimiter)
  const note = (text: string) => rowOf([text, ...header.slice(1).map(() => '')], delimiter)
  // Read from below, a header would stand before what belongs above it.
  const pages = isNewestFirst
    ? []
    : [
        [note('Page Total'), head],
        [note('RIVER BANK LTD'), note('Statement of account 42'), head],
      ]
  const choices = [
    [],
    [note('Printed on 05/11/2025 10:22 by user 77')],
    [note('Page 2 of 3')],
    ...(hasBalance ? [[note('Page Total')]] : []),
    ...pages,
  ]
  return rows.flatMap((row, at) => (at === 1 ? [...choose(choices, between), row] : [row]))
}

export const belowOf = ({ below, delimiter }: Plan): string[] =>
  choose(
    [
      [],
      [
        '*****',
        'STATEMENT SUMMARY :-',
        ['Opening Balance', 'Dr Count', 'Cr Count'].join(delimiter),
        ['1,00,000.00', '2', '3'].map((cell) => `"${cell}"`).join(delimiter),
      ],
      ['Grand Total', '**This is a computer generated statement'],
      ['DEPOSIT NUMBER', 'DEPOSIT TYPE'].map((cell) => [cell, 'TERM', 'RATE', 'MATURITY'].join(delimiter)),
      ['Legends :', 'MMT - Mobile transfer', 'Helpline: 1800 200 300'],
    ],
    below,
  )
