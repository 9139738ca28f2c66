import { addPeople, clientId, clientToken, openBench, type Bench } from './database.ts'
import { execute } from './pgbench.ts'
import { startServer } from './program.ts'
import { median, printTable, whole } from './report.ts'

const [pageLimit, pdfLimit] = [50, 3000]
const events = 71_430
const rounds = 15

/**
 * Client 1 gets 71,430 events with 100,000 entries over three years: of ten, four buys, four sales with profit (two
 * entries), a deposit and a withdrawal under way. It bypasses triggers; the checks of the tables stay.
 */
const history = [
  `insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, created_at, day)
   select bench.request_id(n), bench.client_id(1), case n % 2 when 0 then 'BUY' else 'SELL' end, 'RELIANCE', 10,
          case n % 2 when 0 then 1400 + n % 90 else 1500 + n % 90 end, case n % 2 when 0 then 1400000 else 1500000 end,
          1400000, 0, case n % 2 when 1 then 0 end, case n % 2 when 1 then bench.request_id(n - 1) end,
          (select id from operator limit 1), now(), now()::date
     from generate_series(10, ${events} + 9) n where n % 10 < 8`,
  `insert into lot (id, client_id, stock, source, trade_id, acquired_on, quantity, cost, open_quantity, open_cost)
   select id, client_id, stock, 'trade', id, traded_on, quantity, cost, 0, 0 from trade where action = 'BUY'`,
  `insert into wallet_request (id, client_id, type, amount, status, reference, pay_to_name, pay_to_number, pay_to_lookup,
                               pay_to_ifsc, decided_at)
   select bench.request_id(n), bench.client_id(1), case n % 10 when 8 then 'added' else 'withdrawal' end,
          5000000 + n, case n % 10 when 8 then 'approved' else 'pending' end, case n % 10 when 8 then 'SDB' || n end,
          case n % 10 when 9 then 'Ravi Kumar' end, case n % 10 when 9 then '123456789' end,
          case n % 10 when 9 then sha256('1') end, case n % 10 when 9 then 'HDFC0000001' end,
          case n % 10 when 8 then now() end
     from generate_series(10, ${events} + 9) n where n % 10 > 7`,
  `insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld)
   select bench.journal_id(n),
          case when n % 10 = 8 then 'deposit.approved' when n % 10 = 9 then 'withdrawal.requested'
               when n % 2 = 0 then 'trade.bought' else 'trade.sold' end,
          bench.client_id(1), bench.request_id(n), case when n % 10 < 8 then '10 RELIANCE at ₹1,4' || 10 + n % 90 || '.50' end,
          now() - interval '3 years' + n * interval '22 minutes', 0, 0, 0, 0, 0
     from generate_series(10, ${events} + 9) n`,
  `insert into entry (journal_id, client_id, debit, credit, amount)
   select bench.journal_id(n), bench.client_id(1), e.debit, e.credit, e.amount
     from generate_series(10, ${events} + 9) n
     cross join lateral (values
       ('bank', 'cash', 5000000 + n, n % 10 = 8), ('cash', 'withheld', 5000000 + n, n % 10 = 9),
       ('cash', 'invested', 1400000, n % 10 < 8 and n % 2 = 0), ('invested', 'cash', 1400000, n % 10 < 8 and n % 2 = 1),
       ('clearing', 'cash', 100000 + n % 5000, n % 10 < 8 and n % 2 = 1)) e (debit, credit, amount, is_booked)
    where e.is_booked order by n`,
  `update journal j set cash = s.cash, invested = s.invested, withheld = s.withheld
     from (select n.id, sum(case 'cash' when e.credit then e.amount when e.debit then -e.amount else 0 end) over w as cash,
                  sum(case 'invested' when e.credit then e.amount when e.debit then -e.amount else 0 end) over w as invested,
                  sum(case 'withheld' when e.credit then e.amount when e.debit then -e.amount else 0 end) over w as withheld
             from journal n join entry e on e.journal_id = n.id
            where n.client_id = bench.client_id(1) window w as (order by n.at, n.id)) s
    where s.id = j.id`,
  'vacuum analyze',
]

/** `npm run bench:statement`: pages, months and files of a statement of 100,000 entries, over HTTP. */
export async function main(): Promise<void> {
  const bench = await openBench()
  const { port, stop } = await startServer(bench)
  try {
    await addPeople(bench.owner, 3)
    for (const text of history)
      execute(bench, [
        { text: 'set session_replication_role = replica', values: [] },
        { text, values: [] },
      ])
    await measure(bench, port)
  } finally {
    await stop()
    await bench.stop()
  }
}

async function measure(bench: Bench, port: number): Promise<void> {
  const day = (yearsAgo: number, month: string) => `${new Date().getFullYear() - yearsAgo}-${month}`
  const path = `/user/statement/${clientId(1)}`
  const get = async (query: string) => {
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/api${path}${query}`, {
      headers: { authorization: `Bearer ${clientToken(1)}` },
    })
    const bytes = (await response.arrayBuffer()).byteLength
    if (!response.ok) throw new Error(`${query} was answered with ${response.status}`)
    return { ms: performance.now() - began, bytes, estimate: Number(response.headers.get('x-estimated-bytes')) }
  }
  const middle = await bench.owner.row<{ id: string }>('select bench.journal_id($1) as id', [events / 2])
  const year = `from=${day(2, '04-01')}&to=${day(1, '03-31')}`
  const pages: [string, string][] = [
    ['first page, all totals', '/events'],
    ['page in the middle', `/events?before=${middle?.id ?? ''}`],
    ['this month', `/events?from=${day(0, '11-01')}&to=${day(0, '11-30')}`],
    ['a month two years ago', `/events?from=${day(2, '06-01')}&to=${day(2, '06-30')}`],
    ['a financial year', `/events?${year}`],
    ['search of everything', '/events?search=ADD100100'],
  ]
  const rows: string[][] = []
  for (const [name, query] of pages) {
    const times: number[] = []
    for (let n = 0; n < rounds; n++) times.push((await get(query)).ms)
    rows.push([name, `${whole(median(times))} ms`, name.startsWith('search') ? '–' : `${pageLimit} ms`])
  }
  for (const kind of ['csv', 'pdf']) {
    const { ms, bytes, estimate } = await get(`/${kind}?${year}`)
    const size = `${whole(bytes / 1000)} KB, estimated ${whole(estimate / 1000)}`
    rows.push([`${kind.toUpperCase()} of a financial year (${size})`, `${whole(ms)} ms`, `${pdfLimit} ms`])
  }
  printTable(['Statement of 100,000 entries', 'Median', 'Limit'], rows)
  const missed = rows.filter(([, time = '', limit = '']) => Number.parseInt(time, 10) > Number.parseInt(limit, 10))
  if (missed.length > 0) throw new Error(`Above the limit: ${missed.map(([name]) => name).join(', ')}`)
}
