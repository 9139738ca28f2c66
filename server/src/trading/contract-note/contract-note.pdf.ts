import { formatQuantity } from '@sauda/contract/platform/decimal'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import { gstStates, type GstState } from '@sauda/contract/money/gst'
import { dateText, inIndia } from '../../platform/india.ts'
import type { SendPart } from '../../platform/called.ts'
import type { DocumentMark } from '../../core/document/document.ts'
import type { Broker } from '../../core/pdf/pdf.pages.ts'
import { drawDocument, type Part, plainRupees } from '../../core/pdf/pdf.parts.ts'
import {
  fillLines,
  type FillLine,
  fourDecimals,
  levyLines,
  type NoteContent,
  perUnit,
  type SecurityLine,
  securityLines,
  type SideLine,
} from './contract-note.content.ts'

export type NoteBroker = Broker & {
  readonly gstin: string | undefined
  readonly memberships: string
  readonly website: string
  readonly phone: string
  readonly dealingAddress: string
  readonly complianceOfficer: string
}

export type NotePdf = {
  readonly content: NoteContent
  readonly broker: NoteBroker
  readonly preparedAt: Date
  /** Absent from a draft, which has no number, signature or password. */
  readonly issued?: {
    readonly number: string
    readonly mark: DocumentMark
    readonly signedBy: string
    readonly signatureBytes: number
    readonly password: string | undefined
  }
}

/** Practice trades have no contract note, whatever signs them. */
const nameOf = ({ mode }: Broker): string => (mode === 'demo' ? 'Trade confirmation' : 'Contract note cum tax invoice')

export async function drawNote({ content, broker, preparedAt, issued }: NotePdf, send: SendPart): Promise<void> {
  const { name, saudaNumber: number, pan, day, amounts } = content
  const title = {
    title: issued ? nameOf(broker) : `Draft: ${nameOf(broker).toLowerCase()}`,
    period: `Trade day ${dateText(day)}`,
    broker,
    holder: { name, number },
    pan,
    preparedAt,
    layout: 'landscape' as const,
    amount: { name: 'Net amount', paise: amounts.net },
    ...(issued && { mark: issued.mark, password: issued.password, signatureBytes: issued.signatureBytes }),
  }
  await drawDocument(title, partsOf({ content, broker, issued }), send)
}

/** In parentheses below zero, as on every contract note. */
const bracketed = (paise: bigint): string => (paise < 0n ? `(${plainRupees(-paise)})` : plainRupees(paise))

const dashed = (text: string): string => (text === '' ? '–' : text)

function partsOf({ content, broker, issued }: Omit<NotePdf, 'preparedAt'>): Part[] {
  const lines = fillLines(content)
  return [
    ...headOf({ content, broker, issued }),
    { kind: 'heading', text: 'Securities' },
    {
      kind: 'text',
      text: 'We have this day done by your order and on your account the following transactions. Weighted average prices (WAP) are over both exchanges, in ₹.',
    },
    { kind: 'table', columns: securityColumns, rows: securityLines(lines).map(securityRow) },
    { kind: 'heading', text: 'Obligation' },
    obligationOf(content, lines),
    ...closing(broker, issued),
    { kind: 'heading', text: 'Annexure A: trades' },
    { kind: 'table', columns: tradeColumns, rows: lines.map(tradeRow) },
  ]
}

function headOf({ content, broker, issued }: Omit<NotePdf, 'preparedAt'>): Part[] {
  const { ucc, state, address, settlements, replaces, amounts } = content
  const place = state === null ? '' : `${gstStates[state as GstState] ?? ''} (GST state code ${state})`
  const pairs: (readonly [string, string])[] = [
    ['Number', issued?.number ?? 'Draft: not issued and not signed'],
    ['Trade day', dateText(content.day)],
    ['Client code (UCC)', ucc],
    ['Address of the client', dashed(address)],
    ['Place of supply', dashed(place)],
    ['GSTIN of the broker', dashed(broker.gstin ?? '')],
    ['Invoice reference number (IRN)', '–'],
    ['Memberships', dashed(broker.memberships)],
    ['Registered office', dashed(broker.legalAddress)],
    ['Dealing office', dashed(broker.dealingAddress || broker.legalAddress)],
    ['Telephone', dashed(broker.phone)],
    ['Website', broker.website],
    ['Compliance officer', dashed(broker.complianceOfficer)],
    ...settlements.map(
      ({ id, corporation, settlesOn }) => [`Settlement, ${corporation}`, `${id}, on ${dateText(settlesOn)}`] as const,
    ),
    ...(replaces === undefined ? [] : [['Replaces the cancelled note', replaces] as const]),
  ]
  const half = Math.ceil(pairs.length / 2)
  const net = amounts.net
  return [
    ...(broker.mode === 'demo'
      ? [{ kind: 'text', text: 'Practice trades with practice rupees: this is not a contract note.' } as const]
      : [{ kind: 'text', text: 'Tax invoice under section 31 of the GST Act.' } as const]),
    {
      kind: 'figures',
      figures: [
        ['Bought', formatRupees(amounts.bought)],
        ['Sold', formatRupees(amounts.sold)],
        ['Charges', formatRupees(amounts.sold - amounts.bought - net)],
        [net < 0n ? 'Payable by you' : 'Receivable by you', formatRupees(net < 0n ? -net : net)],
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: '', width: 150 },
        { title: '', width: 235 },
        { title: '', width: 150 },
        { title: '', width: 235 },
      ],
      rows: pairs.slice(0, half).map((pair, at) => ({ cells: [...pair, ...(pairs[half + at] ?? ['', ''])] })),
    },
  ]
}

const amountColumn = (title: string, width: number) => ({ title, width, isAmount: true })
const sideColumns = (side: string) => [
  amountColumn(`${side} quantity`, 44),
  amountColumn(`${side} WAP`, 50),
  amountColumn('Brokerage per unit', 44),
  amountColumn('WAP after brokerage', 52),
  amountColumn(`Total ${side.toLowerCase()} value`, 62),
]
const securityColumns = [
  { title: 'ISIN', width: 66, isWhole: true },
  { title: 'Security', width: 66 },
  ...sideColumns('Buy'),
  ...sideColumns('Sell'),
  amountColumn('Net quantity', 46),
  amountColumn('Net obligation before levies', 64),
]

function sideCells({ quantity, value, brokerage, total }: SideLine): string[] {
  if (quantity === 0n) return ['–', '–', '–', '–', '–']
  return [
    formatQuantity(quantity),
    fourDecimals(perUnit(value, quantity)),
    fourDecimals(perUnit(brokerage, quantity)),
    fourDecimals(perUnit(total, quantity)),
    plainRupees(total),
  ]
}

const securityRow = ({ isin, stock, bought, sold, netQuantity, net }: SecurityLine) => ({
  cells: [
    isin,
    stock,
    ...sideCells(bought),
    ...sideCells(sold),
    netQuantity < 0n ? `(${formatQuantity(-netQuantity)})` : formatQuantity(netQuantity),
    bracketed(net),
  ],
})

/** A column for each settlement, and the levies once, in the total. */
function obligationOf(content: NoteContent, lines: readonly FillLine[]): Part {
  const { settlements, amounts } = content
  const obligations = settlements.map(({ id }) =>
    sum(
      lines.filter(({ settlementId }) => settlementId === id).map(({ side, value }) => (side === 'S' ? value : -value)),
    ),
  )
  const none = settlements.map(() => '')
  return {
    kind: 'table',
    columns: [
      { title: 'Amounts in ₹', width: 250 },
      ...settlements.map(({ id, corporation }) => amountColumn(`${corporation} cash, ${id}`, 130)),
      amountColumn('Net total', 120),
    ],
    rows: [
      {
        cells: [
          'Pay-in or pay-out obligation',
          ...obligations.map(bracketed),
          bracketed(amounts.sold - amounts.bought),
        ],
      },
      ...levyLines(content).map(([name, paise]) => ({ cells: [name, ...none, bracketed(-paise)] })),
      { cells: ['Net amount receivable/(payable by client)', ...none, bracketed(amounts.net)], isTotal: true },
    ],
  }
}

function closing(broker: NoteBroker, issued: NotePdf['issued']): Part[] {
  const texts = [
    'The transactions are subject to the rules, bye-laws, regulations and circulars of the exchanges, of their clearing corporations and of SEBI. Disputes are resolved by the exchanges’ grievance redressal and by online dispute resolution or arbitration under these rules.',
    'Stamp duty is collected with this note and paid through the clearing corporation. Brokerage of an order is divided over its trades by value.',
    ...(broker.grievanceOfficer || broker.supportEmail
      ? [`Complaints of investors: ${[broker.grievanceOfficer, broker.supportEmail].filter(Boolean).join(', ')}.`]
      : []),
    issued
      ? `For ${broker.legalName || broker.brandName}, signed digitally by ${issued.signedBy}. The signature covers every page and is shown by the reader of this file.`
      : 'This draft is not signed and is not a contract note.',
  ]
  return texts.map((text) => ({ kind: 'text', text }))
}

const tradeColumns = [
  { title: 'Order no.', width: 80 },
  { title: 'Order time', width: 48, isWhole: true },
  { title: 'Trade no.', width: 66 },
  { title: 'Trade time', width: 48, isWhole: true },
  { title: 'Security', width: 90 },
  { title: 'Buy (B) / sell (S)', width: 56 },
  { title: 'Exchange', width: 44 },
  amountColumn('Quantity', 48),
  amountColumn('Price per unit', 58),
  amountColumn('Brokerage', 50),
  amountColumn('Net rate per unit', 60),
  amountColumn('Net total before levies', 70),
  amountColumn('Remarks', 48),
]

const timeOf = (at: Date): string => inIndia(at).slice(11)

const tradeRow = (line: FillLine) => ({
  cells: [
    line.order,
    timeOf(line.orderedAt),
    line.number,
    timeOf(line.tradedAt),
    line.stock,
    line.side,
    line.exchange,
    formatQuantity(line.quantity),
    fourDecimals(line.price),
    plainRupees(line.brokerage),
    fourDecimals(perUnit(line.net < 0n ? -line.net : line.net, line.quantity)),
    bracketed(line.net),
    '',
  ],
})
