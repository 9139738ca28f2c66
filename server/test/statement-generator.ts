import { decimalRupees } from '@sauda/contract/platform/money'
import { type Plan, type Written, writtenLines } from './statement-plan.ts'
import { aboveOf, belowOf, betweenOf, choose, rowOf } from './statement-noise.ts'

/** Statements as banks write them, each with the lines that a reader must find in it. */

export const damages = [
  'a line is missing',
  'an amount lost its mark',
  'an amount is marked the other way',
  'a date is no date',
  'an amount is a word',
  'a narration has the delimiter',
  'a line is of another currency',
  'a line lies in the future',
  'a date of another kind',
] as const
export type Damage = (typeof damages)[number]

const spellings = {
  date: ['Date', 'Txn Date', 'Transaction Date', 'Tran Date', 'Post Date', 'Booking Date'],
  text: [
    'Narration',
    'Description',
    'PARTICULARS',
    'Transaction Remarks',
    'Account Description',
    'Description/Narration',
  ],
  reference: ['Chq./Ref.No.', 'Ref No./Cheque No.', 'CHQNO', 'Chq / Ref number', 'UTR'],
  withdrawal: ['Withdrawal Amt.', 'Debit', 'DR', 'Withdrawal Amount (INR )', 'Debit Amount', 'Withdrawals'],
  deposit: ['Deposit Amt.', 'Credit', 'CR', 'Deposit Amount (INR )', 'Credit Amount', 'Deposits'],
  amount: ['Amount', 'Amount (Rs.)', 'Transaction Amount(INR)', 'Txn Amount'],
  type: ['Dr / Cr', 'Cr/Dr', 'Type', 'Debit/Credit', 'Txn Type'],
  balance: ['Closing Balance', 'Balance', 'BAL', 'Balance (INR )', 'Running Balance'],
} as const

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** ISO as banks write it. */
function dateOf(day: string, way: number): string {
  const [y = '', m = '', d = ''] = day.split('-')
  const month = months[Number(m) - 1]
  return choose(
    [
      `${d}/${m}/${y}`,
      `${d}/${m}/${y.slice(2)}`,
      `${d}-${m}-${y}`,
      `${d}-${month}-${y}`,
      `${Number(d)} ${month} ${y}`,
      day,
      `${d}-${month}-${y.slice(2)}`,
      `${d}.${m}.${y}`,
      `${d}/${m}/${y} 10:22:33`,
      `${d}/${m}/${y} 10.22`,
    ],
    way,
  )
}

function plain(paise: number, isGrouped: boolean): string {
  const [rupees = '', part] = decimalRupees(BigInt(Math.abs(paise))).split('.')
  return `${isGrouped ? rupees.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',') : rupees}.${part}`
}
const amountOf = (paise: number, way: number): string =>
  choose([plain(paise, false), plain(paise, true), `₹${plain(paise, true)}`, `Rs. ${plain(paise, false)}`], way)

type Harm = { readonly damage: Damage; readonly at: number }

export function statementFile(plan: Plan, harm?: Harm) {
  const { hasBalance, isNewestFirst, names, delimiter } = plan
  const written = writtenLines(plan)
  const { day, balance } = written.at(-1) ?? { day: '2025-10-01', balance: plan.opening }
  const harmed = choose(written, harm?.at ?? 0)
  const all = harm?.damage === 'a line is missing' ? written.filter((line) => line !== harmed) : written
  const header = headerOf(plan)
  const row = (line: Written) => {
    const cells = cellsOf(line, plan)
    return line === harmed && harm ? damaged(cells, line, plan, harm.damage) : rowOf(cells, delimiter)
  }
  const balanceRow = (words: string, date: string, paise: number) =>
    rowOf(
      [
        dateOf(date, plan.dates),
        words,
        ...Array.from({ length: header.length - 2 }, (_, at) =>
          hasBalance && at === header.length - 3 ? signedOf(paise, plan.numbers) : '',
        ),
      ],
      delimiter,
    )
  const opening = ['opening', 'both'].includes(plan.ends)
    ? [balanceRow(choose(['Opening Balance', 'B/F', 'Brought Forward'], names), '2025-10-01', plan.opening)]
    : []
  const closing = ['closing', 'both'].includes(plan.ends)
    ? [balanceRow(choose(['Closing Balance', 'C/F', 'Carried Forward'], names), day, balance)]
    : []
  const rows = [...opening, ...betweenOf(all.map(row), plan, header), ...closing]
  const isHarmed = harm !== undefined && all.includes(harmed)
  const isInside =
    all.length < written.length &&
    hasBalance &&
    (written.at(-1) !== harmed || closing.length > 0) &&
    (written[0] !== harmed || opening.length > 0)
  return {
    text: [
      ...aboveOf(plan),
      rowOf(header, delimiter),
      ...(isNewestFirst ? rows.toReversed() : rows),
      ...belowOf(plan),
    ].join('\n'),
    lines: all.map(
      (line) =>
        [
          line.day,
          line.isCredit ? line.paise : -line.paise,
          line.text.toUpperCase().replace(/[^A-Z\d]/g, ''),
          hasBalance ? line.balance : '',
        ]
          .join(' ')
          .trimEnd() + (hasBalance ? '' : ' '),
    ),
    mustRefuse: isInside || (isHarmed && mustRefuse(harm.damage, plan)),
  }
}

const mustRefuse = (damage: Damage, { hasBalance, lines }: Plan): boolean =>
  ['a date is no date', 'an amount is a word', 'a line is of another currency', 'a line lies in the future'].includes(
    damage,
  ) ||
  (damage === 'a date of another kind' && lines.length > 1) ||
  (damage === 'an amount is marked the other way' && !hasBalance)

function headerOf({ amounts, hasBalance, hasReference, names }: Plan): string[] {
  const name = (meaning: keyof typeof spellings) => choose(spellings[meaning], names)
  return [
    name('date'),
    name('text'),
    ...(hasReference ? [name('reference')] : []),
    ...(amounts === 'two columns' ? [name('withdrawal'), name('deposit')] : [name('amount')]),
    ...(amounts === 'words' ? [name('type')] : []),
    ...(hasBalance ? [name('balance')] : []),
  ]
}

const signedOf = (paise: number, way: number): string => `${paise < 0 ? '-' : ''}${plain(paise, way % 2 === 1)}`

function cellsOf(line: Written, { amounts, hasBalance, hasReference, dates, names, numbers, lines }: Plan): string[] {
  const { isCredit, paise } = line
  const amount = amountOf(paise, numbers)
  const none = choose(['', '0.00', '-'], numbers)
  // A letter alone says nothing under `Type`.
  const words = /cr/i.test(choose(spellings.type, names)) ? ['CR', 'Cr', 'Credit', 'C'] : ['CR', 'Cr.', 'Credit']
  const mark = choose(
    isCredit
      ? words
      : words.map((word) =>
          word
            .replace(/cr(?=\.?$)/i, 'Dr')
            .replace('Credit', 'Debit')
            .replace(/^C$/, 'D'),
        ),
    numbers,
  )
  const moved = {
    'two columns': isCredit ? [none, amount] : [amount, none],
    words: [amount, mark],
    marks: [`${amount} ${isCredit ? 'Cr' : 'Dr'}`],
    signs: [`${isCredit ? (lines.every((one) => one.isCredit) ? '+' : '') : '-'}${plain(paise, numbers % 2 === 1)}`],
  }[amounts]
  return [
    dateOf(line.day, dates),
    line.text,
    ...(hasReference ? [''] : []),
    ...moved,
    ...(hasBalance ? [signedOf(line.balance, numbers)] : []),
  ]
}

/** The row with one fault in it. */
function damaged(cells: string[], line: Written, plan: Plan, damage: Damage): string {
  const at = 2 + Number(plan.hasReference) + Number(plan.amounts === 'two columns' && line.isCredit)
  const change = (index: number, cell: string) => rowOf(cells.with(index, cell), plan.delimiter)
  const amount = plain(line.paise, false)
  if (damage === 'a date is no date') return change(0, '31/02/2025')
  if (damage === 'a line lies in the future') return change(0, dateOf('2099-10-01', plan.dates))
  if (damage === 'a date of another kind') return change(0, dateOf(line.day, plan.dates === 5 ? 0 : 5))
  if (damage === 'an amount is a word') return change(at, 'five')
  if (damage === 'a line is of another currency') return change(at, `USD ${amount}`)
  if (damage === 'a narration has the delimiter')
    return rowOf(cells, plan.delimiter).replace(line.text, `${line.text}${plan.delimiter}`)
  if (damage === 'an amount is marked the other way') {
    if (plan.amounts === 'words') return change(at, `${amount} ${line.isCredit ? 'Dr' : 'Cr'}`)
    return change(
      at,
      plan.amounts === 'signs'
        ? `${line.isCredit ? '+' : '-'}${amount} ${line.isCredit ? 'Dr' : 'Cr'}`
        : plan.amounts === 'marks'
          ? `${line.isCredit ? '-' : '+'}${amount} ${line.isCredit ? 'Cr' : 'Dr'}`
          : `-${amount}`,
    )
  }
  // An amount without a sign beside signs was received: that is no fault.
  if (damage === 'an amount lost its mark' && plan.amounts === 'signs') return rowOf(cells, plan.delimiter)
  if (damage === 'an amount lost its mark') return plan.amounts === 'words' ? change(at + 1, '') : change(at, amount)
  return rowOf(cells, plan.delimiter)
}
