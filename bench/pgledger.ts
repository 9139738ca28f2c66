import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, openBench, type Bench } from './database.ts'
import { pgbench } from './pgbench.ts'
import { median, optionsOf, printTable, ratio, reportMisses, whole } from './report.ts'

const goals = { spread: 2, hot: 5 }
type Kind = keyof typeof goals
const kinds = ['spread', 'hot'] as const
const callers = [1, 8, 32, 128]

/** pgledger in the same database, as its README installs it. Its accounts get ids that pgbench can compute from a number. */
async function install({ owner }: Bench, folder: string, people: number): Promise<void> {
  for (const file of ['ulid-to-uuid.sql', 'uuid-to-ulid.sql'])
    await owner.run(readFileSync(join(folder, 'vendor/scoville-pgsql-ulid', file), 'utf8'))
  await owner.run(readFileSync(join(folder, 'pgledger.sql'), 'utf8'))
  await owner.run(
    `insert into pgledger_accounts (id, name, currency, balance, allow_negative_balance, allow_positive_balance, created_at, updated_at)
     select 'pgla_' || lpad(n::text, 26, '0'), 'account ' || n, 'INR', case when n > 0 then 1000000 else 0 end, n = 0, true, now(), now()
       from generate_series(0, $1::int) n`,
    [people],
  )
  await owner.run(`
    create function bench.pgledger_id(n bigint) returns text immutable return 'pgla_' || lpad(n::text, 26, '0');
    grant select, insert, update on pgledger_accounts, pgledger_transfers, pgledger_entries to sauda_app;
    grant select on pgledger_accounts_view, pgledger_transfers_view, pgledger_entries_view to sauda_app;
    grant execute on all functions in schema public, bench to sauda_app;
    analyze`)
}

/** One posting of one rupee. `hot`: every one has the broker's bank on one side; `spread`: none has an account in common with most others. */
const scripts = (people: number): Record<'sauda' | 'pgledger', Record<Kind, string>> => ({
  sauda: {
    spread: `\\set n random(1, ${people})
select book_journal(uuidv7(), 'trade.bought', bench.client_id(:n), uuidv7(), null, '{cash}', '{invested}', '{100}', null, null);
`,
    hot: `\\set n random(1, ${people})
select book_journal(uuidv7(), 'deposit.approved', bench.client_id(:n), uuidv7(), null, '{bank}', '{cash}', '{100}', null, null);
`,
  },
  pgledger: {
    spread: `\\set n random(1, ${people / 2})
\\set m random(${people / 2 + 1}, ${people})
select id from pgledger_create_transfer(bench.pgledger_id(:n), bench.pgledger_id(:m), 1.00);
`,
    hot: `\\set n random(1, ${people})
select id from pgledger_create_transfer(bench.pgledger_id(0), bench.pgledger_id(:n), 1.00);
`,
  },
})

/** Seconds of processor time that the ended connections of this PostgreSQL have used. */
async function usedSeconds({ dataDir }: Bench): Promise<number> {
  // PostgreSQL counts a connection shortly after pgbench has left it.
  await wait(500)
  const pid = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // cutime and cstime, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Checks both: every balance is the sum of its entries. */
async function checkBoth({ owner }: Bench): Promise<string[]> {
  const differing = `select (select count(*) from client_ledger l join (
      select client_id, sum(case when credit = 'cash' then amount when debit = 'cash' then -amount else 0 end) as cash
        from entry group by client_id) e using (client_id) where l.cash <> e.cash) as sauda,
    (select count(*) from pgledger_accounts a join (select account_id, sum(amount) as sum from pgledger_entries group by account_id) e
       on e.account_id = a.id where a.balance - e.sum not in (0, 1000000)) as pgledger`
  const row = await owner.row<{ sauda: bigint; pgledger: bigint }>(differing)
  return row?.sauda === 0n && row.pgledger === 0n ? [] : ['balances that are not the sum of their entries']
}

/** `npm run bench:pgledger -- --source FOLDER`: postings a second of both ledgers in one database, by turns, through pgbench. */
export async function main(args: string[]): Promise<void> {
  const values = optionsOf(args, { source: '', people: '10000', rounds: '5', seconds: '10', commit: 'on' })
  if (values.source === '')
    throw new Error('Where is pgledger? git clone https://github.com/pgr0ss/pgledger, then --source FOLDER')
  const [people, rounds, seconds] = [Number(values.people), Number(values.rounds), Number(values.seconds)]
  const bench = await openBench({ connections: 160 })
  const misses: string[] = []
  const rows: string[][] = []
  try {
    await addPeople(bench.owner, people)
    await install(bench, values.source, people)
    await bench.owner.run(`alter database sauda set synchronous_commit = ${values.commit === 'off' ? 'off' : 'on'}`)
    const script = scripts(people)
    for (const kind of kinds)
      for (const clients of callers) {
        const run = async (ledger: keyof typeof script) => {
          const before = await usedSeconds(bench)
          const { count, perSecond } = pgbench(bench, { script: script[ledger][kind], clients, seconds })
          return { perSecond, milliseconds: (1000 * ((await usedSeconds(bench)) - before)) / count }
        }
        const found: Record<'ours' | 'theirs', Awaited<ReturnType<typeof run>>>[] = []
        for (let round = 0; round < rounds; round += 1)
          found.push({ ours: await run('sauda'), theirs: await run('pgledger') })
        const shares = found.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)
        if (median(shares) < goals[kind]) misses.push(`${kind} with ${clients} callers: ${ratio(median(shares), 1)}`)
        const rates = (['ours', 'theirs'] as const).map((side) =>
          whole(median(found.map((each) => each[side].perSecond))),
        )
        const times = (['ours', 'theirs'] as const).map((side) => median(found.map((each) => each[side].milliseconds)))
        rows.push([
          kind,
          String(clients),
          rates.join(', '),
          ratio(median(shares), 1),
          shares.map((share) => ratio(share, 1)).join(' '),
          times.map((time) => ratio(time, 1)).join(', '),
        ])
        console.log(rows.at(-1)?.join(' | '))
      }
    misses.push(...(await checkBoth(bench)))
  } finally {
    await bench.stop()
  }
  printTable(['postings', 'callers', 'Sauda, pgledger in a second', 'ratio', 'the rounds', 'processor ms each'], rows)
  reportMisses(misses)
}
