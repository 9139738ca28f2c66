import { contractNoteCalls } from './contract-note.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { columns } from '../seed/exchange-files.ts'
import { dayInIndia } from '../src/platform/india.ts'
import type { Things } from './call-things.ts'
import { clearingCalls } from './clearing.ts'
import { newIsin, priceFileForm } from './price-file.ts'
import type { TestServer } from './server.ts'
import { daysBefore } from './trade.ts'

export const tradeColumns = columns.trade

/** A row of a trade file; what is left out is usual. */
export type TradeRow = {
  readonly number: string
  readonly client: string
  readonly side: 'B' | 'S'
  readonly isin: string
  readonly symbol: string
  readonly quantity: number
  readonly price: string
  readonly order?: string
  readonly series?: string
  readonly at?: string
  readonly custodian?: string
  readonly settlement?: string
}

export const tradeFileName = (day: string, { exchange = 'NSE', stage = 'F' } = {}): string =>
  `Trade_${exchange}_CM_0_TM_${exchange === 'NSE' ? '90001' : '9001'}_${day.replaceAll('-', '')}_${stage}_0000.csv`

/** The trade file of an exchange (UDiFF, 46 columns). */
export function tradeFileText(day: string, rows: readonly TradeRow[], exchange = 'NSE'): string {
  const member = exchange === 'NSE' ? '90001' : '9001'
  const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1
  const usual = `${day.slice(0, 4)}${String(dayOfYear).padStart(3, '0')}`
  return [
    tradeColumns,
    ...rows.map(
      ({
        number,
        client,
        side,
        isin,
        symbol,
        quantity,
        price,
        order = `11000${number}`,
        series = exchange === 'NSE' ? 'EQ' : 'A',
        at = '10:00:00',
        custodian = '',
        settlement = usual,
      }) =>
        `${day},${day},CM,${exchange},${exchange},${member},${member},STK,1,${isin},${symbol},${series},,,,,${symbol},C,${client},,,${custodian},M,${settlement},${side},${quantity},1,${price},${number},OR,${day}T${at},${day}T${at},${order},${day}T${at},12001,1,,,,T1,N,,,,,`,
    ),
    '',
  ].join('\n')
}

export const tradeFileForm = priceFileForm

let count = 0
const days = () => daysBefore(dayInIndia(new Date()), 300)

/** Valid requests of the calls with a trade file. */
export function tradeFileForms({ db }: Pick<TestServer, 'db'>) {
  const file = async () => {
    await db.run("insert into exchange_code values ('NSE', 'Brkr', '90001', 'own') on conflict do nothing")
    const day = days()[++count] ?? ''
    const row = {
      number: '1',
      client: 'NONE',
      side: 'B',
      isin: newIsin(400 + count),
      symbol: 'ANY',
      quantity: 1,
      price: '10',
    } as const
    return { body: tradeFileForm(tradeFileText(day, [row]), tradeFileName(day)) }
  }
  return { 'exchange-file.preview': file, 'exchange-file.importFile': file }
}

/** A booked file of a day of its own. */
export async function bookedFile({ db }: Pick<TestServer, 'db'>, operatorId: string): Promise<string> {
  const id = randomUUID()
  await db.run(
    `insert into exchange_file (id, exchange, day, name, sha256, content, status, totals, imported_by, decided_by, decided_at)
     values ($1, 'BSE', $2, 'x', $3, '', 'booked', '{}', $4, $4, now())`,
    [id, days()[++count] ?? '', randomBytes(32), operatorId],
  )
  return id
}

/** A file of trades that waits for a second operator. */
export async function waitingTradeFile({ db }: Pick<TestServer, 'db'>, operatorId: string) {
  const [id, sha256, day] = [randomUUID(), randomBytes(32), days()[++count] ?? '']
  await db.run(
    `insert into exchange_file (id, exchange, day, name, sha256, content, status, totals, imported_by)
     values ($1, 'BSE', $2, 'x', $3, '', 'waiting', '{}', $4)`,
    [id, day, sha256, operatorId],
  )
  const lists = { totals: [], exceptions: [], sample: [], differences: [] }
  return { fileId: id, name: 'x', sha256: sha256.toString('hex'), day, trades: 1, ...lists }
}

const noTotals = { trades: 0, buyQuantity: '0', buyValue: '0.00', sellQuantity: '0', sellValue: '0.00' }

/** A day with recorded files of both exchanges. */
export async function recordedDay({ db }: Pick<TestServer, 'db'>, operatorId: string): Promise<string> {
  const day = days()[++count] ?? ''
  for (const exchange of ['NSE', 'BSE'])
    await db.run(
      `insert into exchange_file (id, exchange, day, name, sha256, content, status, totals, imported_by, decided_by, decided_at)
       values ($1, $5, $2, 'x', $3, '', 'booked', $6, $4, $4, now())`,
      [randomUUID(), day, randomBytes(32), operatorId, exchange, noTotals],
    )
  return day
}

/** Valid requests about the trade files of the exchanges. */
export const exchangeCalls = ({ server, second, rich, atDesk, ...rest }: Things) => ({
  ...clearingCalls({ server, second, rich, atDesk, ...rest }),
  ...contractNoteCalls({ server, second, rich, atDesk, ...rest }),
  'contract.book': async () => atDesk({ body: { day: await recordedDay(server, second.id) } }),
  'exchange-file.again': async () => atDesk({ params: { fileId: await bookedFile(server, second.id) } }),
  'exchange-file.setCode': async () =>
    atDesk({ body: { exchange: 'NSE', column: 'Brkr', code: randomUUID().slice(0, 8), meaning: 'own' } }),
  'client.setTradingAccount': async () => {
    const body = { ucc: randomUUID().slice(0, 8), demat: '', reason: 'Account opening form' }
    return atDesk({ params: { clientId: (await rich()).id }, body })
  },
})
