import { decimalRupees } from '@sauda/contract/platform/money'
import { requireRow } from '../src/platform/db.ts'
import { type Cells, clearingText, deliveryName, obligationName } from './clearing.ts'
import type { TestServer } from './server.ts'

/** The true files of settlements, from the recorded trades and the booked close-outs. */

type Server = Pick<TestServer, 'db'>
type Settlement = { exchange: 'NSE' | 'BSE'; type: string; number: string; day: string }

async function settlementOf({ db }: Server, id: string) {
  const found = await requireRow(
    db.row<Settlement>(
      "select exchange, type, number, to_char(traded_on, 'YYYY-MM-DD') as day from clearing_settlement where id = $1",
      [id],
    ),
  )
  const choice = (await db.row<Record<'NSE' | 'BSE', string>>(
    'select nse as "NSE", bse as "BSE" from clearing_corporation where from_day <= $1 order by from_day desc limit 1',
    [found.day],
  )) ?? { NSE: 'NCL', BSE: 'ICCL' }
  const cleared = (['NSE', 'BSE'] as const).filter((each) => choice[each] === corporations[found.exchange])
  return { ...found, parameters: [cleared, found.day, found.type, found.number, id] }
}

const corporations = { NSE: 'NCL', BSE: 'ICCL' }
/** In SQL: the trades of a settlement, of the exchanges $1 that clear there. The other exchange has a number of its own for them. */
const isIn = `t.exchange = any ($1) and t.day = $2 and t.settlement_type = $3 and (t.settlement_number = $4 or t.exchange <> left($5, 3))`

let version = 0

/** The obligation of the settlement; `more` rupees are added to the value sold of its first security. */
export async function obligationFile(server: Server, id: string, more = 0) {
  const { exchange, type, number, day, parameters } = await settlementOf(server, id)
  const rows = await server.db.rows<{ isin: string; side: string; quantity: string; paise: bigint }>(
    `select isin, side, sum(quantity)::text as quantity, round(sum(value) * 100)::bigint as paise from (
       select t.isin, t.side, t.quantity::numeric, t.quantity * t.price as value from exchange_trade t
        where ${isIn} and t.custodian = ''
       union all
       select h.isin, case h.side when 'S' then 'B' else 'S' end, h.quantity, (k.bought + k.sold) / 100.0 from contract k
         join shortage h on h.id = k.shortage_id
        where k.reversed_at is null and exists (select from trade t where t.contract_id = k.id and t.order_number = $5)) x
      group by isin, side order by isin, side`,
    parameters,
  )
  const common = { Src: corporations[exchange], SttlmTp: type, SctiesSttlmTxId: number, RptgDt: day }
  const cells = rows.map(({ isin, side, quantity, paise }): Cells => {
    const name = side === 'B' ? 'Buy' : 'Sell'
    return { ...common, ISIN: isin, [`Daly${name}TradgVol`]: quantity, [`Daly${name}TradgVal`]: decimalRupees(paise) }
  })
  const added: Cells = more > 0 ? { DalySellTradgVal: String(more) } : { DalyBuyTradgVal: String(-more) }
  if (more !== 0 || cells.length === 0) cells.push({ ...common, ...added })
  return { text: clearingText('obligation', cells), name: obligationName(day, corporations[exchange]) }
}

/** The delivery file of the settlement, in which every seller delivered except for these shares; `short` is by client and ISIN. */
export async function deliveryFile(server: Server, id: string, short: Readonly<Record<string, number>> = {}) {
  const { exchange, type, number, day, parameters } = await settlementOf(server, id)
  const rows = await server.db.rows<{ code: string; isin: string; net: number }>(
    `select client_code as code, isin, sum(case side when 'B' then quantity else -quantity end)::int as net from exchange_trade t
      where ${isIn} and client_id is not null group by 1, 2 order by 1, 2`,
    parameters,
  )
  const cells = rows.map(({ code, isin, net }) => ({
    ClntId: code,
    ISIN: isin,
    SttlmTp: type,
    SctiesSttlmTxId: number,
    QtyORShrtQty: net > 0 ? net : (short[`${code} ${isin}`] ?? 0),
  }))
  // Files with the same bytes are refused.
  const text = clearingText(
    'delivery',
    cells.map((row) => ({ ...row, Rmks: String(++version) })),
  )
  return { text, name: deliveryName(day).replace('NCL', corporations[exchange]) }
}
