import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import type { HoldingLine } from '@sauda/contract/trading/holding'
import type { Trade } from '@sauda/contract/trading/trade'
import { dayInIndia } from '../src/platform/india.ts'
import type { Known, World } from './exchange-world.ts'
import { rupees, sum, units } from './naive-lots.ts'

/** What the product shows of every client, compared with the second model figure by figure. */

type Side = Readonly<Record<string, unknown>> | readonly unknown[]

function flat(value: unknown, name: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) flat(part, `${name} ${key}`, into)
  else if (value !== undefined) into.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return into
}

/** Counts every figure of both sides, and names those that differ. */
export function newComparison() {
  let compared = 0
  const differences: string[] = []
  return {
    compare: (name: string, product: Side, model: Side): void => {
      const [found, wanted] = [flat(product, name, new Map()), flat(model, name, new Map())]
      for (const key of new Set([...found.keys(), ...wanted.keys()])) {
        compared += 1
        if (found.get(key) !== wanted.get(key)) differences.push(`${key}: ${found.get(key)}, not ${wanted.get(key)}`)
      }
    },
    result: () => ({ compared, differences }),
  }
}

type Books = ReturnType<World['booksOf']>
type Client = World['clients'][number]
type Comparison = ReturnType<typeof newComparison>

/** The figures of a client as the portal shows them, and as the model has them. */
export async function compareClient({ server, booksOf }: World, client: Client, known: Known, { compare }: Comparison) {
  const get = async (path: string) => (await server.call('GET', path, { token: client.token })).body
  const books = booksOf(client, known)
  const wallet = await get(`/user/wallet/${client.id}`)
  const portfolio = await get(`/user/portfolio/${client.id}`)
  const invested = rupees(sum(books.lots.map(({ cost }) => cost)))
  const shown = ({ balance, investedAmount, unsettled = 0, dues = 0, loanAmount, withheld, cashback }: any) => ({
    balance,
    investedAmount,
    unsettled,
    dues,
    loanAmount,
    withheld,
    cashback,
  })
  compare(`${client.ucc} wallet`, shown(wallet), {
    balance: rupees(books.purse.cash),
    investedAmount: invested,
    unsettled: rupees(sum(books.purse.unsettled.map(({ paise }) => paise))),
    dues: rupees(books.purse.dues),
    loanAmount: 0,
    withheld: 0,
    cashback: 0,
  })
  const { totalInvestment, totalPnL, sales, openPositions } = portfolio
  compare(
    `${client.ucc} portfolio`,
    { totalInvestment, totalPnL, sales, openPositions },
    {
      totalInvestment: invested,
      totalPnL: rupees(books.realised),
      sales: books.sales,
      openPositions: books.lots.length,
    },
  )
  const history: Trade[] = await get(`/user/trade/history/${client.id}`)
  const positions = history
    .filter(({ status }) => status === 'OPEN')
    .map(({ stockName, quantity, cost, tradedAt, opened }) =>
      [stockName, dayInIndia(new Date(tradedAt ?? '')), quantity, cost, opened?.isFraction ? 'in cash' : ''].join(' '),
    )
  const isPosition = (lot: Books['lots'][number]) =>
    [lot.symbol, lot.acquired, units(lot.quantity), rupees(lot.cost), lot.paidBy ? 'in cash' : ''].join(' ')
  compare(`${client.ucc} positions`, positions.toSorted(), books.lots.map(isPosition).toSorted())
  const lots = await server.db.rows<{ text: string }>(
    `select concat_ws(' ', isin, acquired_on, trim_scale(open_quantity), open_cost) as text from lot where client_id = $1 and open_quantity > 0`,
    [client.id],
  )
  compare(
    `${client.ucc} lots`,
    lots.map(({ text }) => text).toSorted(),
    books.lots.map((lot) => [lot.isin, lot.acquired, units(lot.quantity), lot.cost].join(' ')).toSorted(),
  )
  for (const year of new Set(known.days.map(({ day }) => taxYearOf(day))))
    compareTax(
      `${client.ucc} tax ${year}`,
      await get(`/user/tax/${client.id}?year=${taxYearName(year)}`),
      books,
      year,
      {
        compare,
      },
    )
}

function compareTax(name: string, report: any, books: Books, year: number, { compare }: Pick<Comparison, 'compare'>) {
  const own = books.exits.filter(({ day }) => taxYearOf(day) === year)
  for (const category of ['shortTerm', 'longTerm', 'intraday'] as const) {
    const of = own.filter((exit) => exit.category === category)
    const total = (value: (exit: (typeof of)[number]) => bigint) => rupees(sum(of.map(value)))
    const { exits, buyValue, saleValue, profitLoss, charges, stt, afterCharges } = report.categories.find(
      (each: any) => each.category === category,
    )
    const taxed = category === 'intraday' ? 1n : 0n
    compare(
      `${name} ${category}`,
      { exits, buyValue, saleValue, profitLoss, charges, stt, afterCharges },
      {
        exits: of.length,
        buyValue: total((exit) => exit.buyValue),
        saleValue: total((exit) => exit.saleValue),
        profitLoss: total((exit) => exit.saleValue - exit.buyValue),
        charges: total((exit) => exit.charges),
        stt: total((exit) => exit.stt),
        afterCharges: total((exit) => exit.saleValue - exit.buyValue - exit.charges - taxed * exit.stt),
      },
    )
  }
  const charged = [...books.charges].filter(([day]) => taxYearOf(day) === year)
  const chargesOf = (of: (typeof charged)[number][1]) => sum(Object.values(of)) - of.bought - of.sold
  const unmatched = books.unmatched.filter(({ day }) => taxYearOf(day) === year)
  compare(
    name,
    {
      charges: report.charges,
      uncharged: report.uncharged,
      ignoredLosses: report.ignoredLosses,
      otherLots: report.reconciliation.otherLots,
      unmatched: report.unmatched
        .map(({ date, quantity, saleValue }: any) => [date, quantity, saleValue].join(' '))
        .toSorted(),
    },
    {
      charges: rupees(sum(charged.map(([, charges]) => chargesOf(charges)))),
      uncharged: 0,
      ignoredLosses: rupees(sum(own.map(({ ignored }) => ignored))),
      // The lots are those of tax; only the cost that a bonus takes over differs.
      otherLots: rupees(sum(own.map(({ cost, buyValue }) => cost - buyValue))),
      unmatched: unmatched
        .map(({ day, quantity, value }) => [day, units(quantity), rupees(value)].join(' '))
        .toSorted(),
    },
  )
}

/** What the desk shows of a trade day. */
export async function compareDay(
  { server, dealer, clients, booksOf }: World,
  day: string,
  known: Known,
  { compare }: Comparison,
) {
  const { body } = await server.call('GET', `/desk/trade-day?day=${day}`, { token: dealer.token })
  const byId = new Map(body.contracts.map((each: any) => [each.clientId, each]))
  for (const client of clients) {
    const charges = booksOf(client, known).charges.get(day)
    const found: any = byId.get(client.id)
    if (!found && !charges) continue
    const { bought, sold, brokerage, exchangeCharges, sebiFee, stt, stampDuty, gst, net } = found ?? {}
    const own =
      charges &&
      sum([charges.brokerage, charges.exchange_charges, charges.sebi_fee, charges.stt, charges.stamp_duty, charges.gst])
    compare(
      `${client.ucc} day ${day}`,
      { bought, sold, brokerage, exchangeCharges, sebiFee, stt, stampDuty, gst, net },
      charges === undefined || own === undefined
        ? {}
        : {
            bought: rupees(charges.bought),
            sold: rupees(charges.sold),
            brokerage: rupees(charges.brokerage),
            exchangeCharges: rupees(charges.exchange_charges),
            sebiFee: rupees(charges.sebi_fee),
            stt: rupees(charges.stt),
            stampDuty: rupees(charges.stamp_duty),
            gst: rupees(charges.gst),
            net: rupees(charges.sold - charges.bought - own),
          },
    )
  }
}

/** Shares by ISIN on the evening of a day, in hundred-millionths: in the books, bought and sold on the day beyond what it made, bonus shares to come. */
function evening(books: Books, day: string) {
  const held = new Map<string, { books: bigint; bought: bigint; sold: bigint; entitled: bigint }>()
  const of = (isin: string) => {
    const known = held.get(isin) ?? { books: 0n, bought: 0n, sold: 0n, entitled: 0n }
    held.set(isin, known)
    return known
  }
  for (const lot of books.lots) {
    if (lot.paidBy || lot.acquired > day) continue
    of(lot.isin).books += lot.quantity
    if (lot.isTraded && lot.acquired === day) of(lot.isin).bought += lot.quantity
    if (lot.bonus && (lot.bonus.credited ?? '') > day) of(lot.isin).entitled += lot.quantity
  }
  for (const { isin, quantity } of books.delivered.filter((each) => each.day === day)) of(isin).sold += quantity
  // Trade for trade, what was bought on the day and what was sold on it are both paid out.
  return held
}

let file = 0
/** Files of both depositories, of what the exchange and the companies did; every second client delivers early. */
export async function compareHoldings(
  world: World,
  day: string,
  { known, truth }: { known: Known; truth: Known },
  { compare }: Comparison,
) {
  const { server, dealer, clients, booksOf } = world
  const rows: { client: Client; isin: string; total: bigint }[] = []
  for (const [at, client] of clients.entries())
    for (const [isin, { books, bought, sold, entitled }] of evening(booksOf(client, truth), day)) {
      const total = books - bought - entitled + (at % 2 === 0 ? sold : 0n)
      if (total > 0n) rows.push({ client, isin, total })
    }
  file += 1
  const isNsdl = ({ client }: (typeof rows)[number]) => client.demat.startsWith('IN')
  const cdsl = rows
    .filter((row) => !isNsdl(row))
    .map(({ client, isin, total }) => `${client.demat},${isin},${units(total)},${day},${file}`)
  const nsdl = rows
    .filter(isNsdl)
    .map(
      ({ client, isin, total }) =>
        `${client.demat.slice(0, 8)},${client.demat.slice(8)},${isin},${units(total)},${day},${file}`,
    )
  if (rows.length === 0) return
  if (cdsl.length > 0) await world.holdings('CDSL.csv', ['BO ID,ISIN,Balance,Date,Serial', ...cdsl, ''].join('\n'))
  if (nsdl.length > 0)
    await world.holdings('SOH.csv', ['DP ID,Client ID,ISIN,Current Balance,Date,Serial', ...nsdl, ''].join('\n'))
  const { body } = await server.call('GET', `/desk/holdings?day=${day}`, { token: dealer.token })
  const wanted: Record<string, string> = {}
  const counts = { clients: 0, equal: 0, explained: 0, different: 0 }
  for (const client of clients) {
    const total = new Map(rows.filter((row) => row.client === client).map((row) => [row.isin, row.total]))
    if (total.size === 0) continue
    counts.clients += 1
    const books = evening(booksOf(client, known), day)
    for (const isin of new Set([...total.keys(), ...books.keys()])) {
      const depository = total.get(isin) ?? 0n
      const own = books.get(isin) ?? { books: 0n, bought: 0n, sold: 0n, entitled: 0n }
      if (depository === 0n && own.books === 0n && own.bought === 0n && own.sold === 0n) continue
      const rest = own.books - depository - own.bought
      const isExplained = [0n, own.entitled].some((part) => rest === part || rest === part - own.sold)
      const state = own.books === depository ? 'equal' : isExplained ? 'explained' : 'different'
      counts[state] += 1
      if (state !== 'equal')
        wanted[`${client.ucc} ${isin}`] = [
          state,
          units(depository),
          units(own.books),
          state === 'different' ? units(rest - own.entitled + own.sold) : 0,
        ].join(' ')
    }
  }
  const ucc = new Map(clients.map((client) => [client.id, client.ucc]))
  compare(
    `holdings ${day}`,
    Object.fromEntries(
      body.lines.map((line: HoldingLine) => [
        `${ucc.get(line.clientId)} ${line.isin}`,
        [line.state, line.depository, line.books, line.difference].join(' '),
      ]),
    ),
    wanted,
  )
  const { day: _, ...found } = body.days.find((each: any) => each.day === day)
  compare(`holdings ${day} counts`, found, counts)
}
