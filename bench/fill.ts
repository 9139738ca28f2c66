import { hashPassword } from '../server/src/core/session/password.ts'
import type { Bench } from './database.ts'
import { execute } from './pgbench.ts'
import type { Statement } from '../server/test/record.ts'

export const password = 'Monsoon-in-Kerala-9'
/** The one client with a long history. */
export const heavy = 1

interface Size {
  clients: number
  /** Requests of the heavy client. */
  history: number
}

const first = 'Asha Ravi Meera Vikram Kavya Arjun Nisha Imran Lata Suresh'.split(' ')
const last = 'Iyer Sharma Khan Das Patil Reddy Gill Menon Bose Rao Nair Shetty Joshi'.split(' ')

/**
 * Fills an empty database with clients who each made four deposits of ₹100, were paid three withdrawals of ₹50 and traded
 * five times: twenty entries each, in chronological order, so that a client's rows are as far apart as in production. Each
 * also has a mail, a line in the audit log, a notification and a charge to pay. It bypasses triggers and foreign keys, and
 * creates indexes after the rows; the ledger check at the end verifies the result.
 */
export async function fill(bench: Bench, { clients, history }: Size): Promise<void> {
  const some = (words: readonly string[]) => `(array['${words.join("','")}'])[1 + n % ${words.length}]`
  const people = `
    insert into client (id, email, mobile, name, password_hash, executive_name, referral_id, kyc_status)
    select bench.client_id(n), 'client' || n || '@example.com', '9' || lpad(n::text, 9, '0'),
           ${some(first)} || ' ' || ${some(last)}, $2, 'Self', '', 'VERIFIED' from generate_series(1, $1::int) n`
  const steps: Statement[] = [
    { text: people, values: [clients, await hashPassword(password)] },
    { text: bankDetails, values: [clients] },
    { text: identities, values: [clients] },
    { text: sessions, values: [clients] },
    { text: requests, values: [clients] },
    { text: draft, values: [] },
    { text: journals, values: [clients] },
    { text: longHistory, values: [history] },
    { text: trades, values: [clients, history] },
    { text: lots, values: [] },
    { text: tradeJournals, values: [] },
    { text: journalsWithFigures, values: [] },
    { text: 'drop table bench.draft', values: [] },
    { text: references, values: [] },
    { text: counts, values: [] },
    { text: entries, values: [] },
    { text: figures, values: [] },
    { text: mails, values: [clients] },
    { text: audit, values: [clients] },
    { text: seals, values: [] },
    { text: notifications, values: [clients] },
    { text: charges, values: [clients] },
  ]
  const indexes = await bench.owner.rows<{ remove: string; create: string }>(indexesOf, [filledTables])
  const run = (...texts: string[]) =>
    execute(
      bench,
      texts.map((text) => ({ text, values: [] })),
    )
  run(...settings.map(([name, value]) => `alter system set ${name} = '${value}'`), reload)
  run(...indexes.map(({ remove }) => remove))
  for (const step of steps) execute(bench, [past, memory, step])
  for (const { create } of indexes) run(`set maintenance_work_mem = '512MB'`, create)
  run('vacuum analyze', ...settings.map(([name]) => `alter system reset ${name}`), reload, `create table ${filled} ()`)
}

/** Exists once a fill has ended. */
export const filled = 'bench.filled'
const past = { text: 'set session_replication_role = replica', values: [] }
const memory = { text: `set work_mem = '512MB'`, values: [] }

const filledTables =
  'client bank_details kyc_identity payment_reference session wallet_request trade journal entry client_ledger wallet_count mail audit audit_seal notification charge'.split(
    ' ',
  )

/** Indexes that no foreign key depends on, in the order of their tables. */
const indexesOf = `
  select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
           else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as remove,
         case when c.oid is null then pg_get_indexdef(i.indexrelid)
           else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
         end as create
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
   where i.indrelid = any($1::regclass[])
     and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
   order by i.indrelid, i.indexrelid`

/** Only the fill writes. */
const settings = [
  ['autovacuum', 'off'],
  ['max_wal_size', '8GB'],
  ['checkpoint_timeout', '30min'],
] as const
const reload = 'select pg_reload_conf()'

const bankDetails = `
  insert into bank_details (client_id, holder_name, account_number, account_lookup, ifsc)
  select bench.client_id(n), 'Ravi Kumar', lpad(n::text, 12, '0'), sha256(n::text::bytea), 'HDFC0000001' from generate_series(1, $1::int) n`

/** The hashes are not those of any number. */
const identities = `
  insert into kyc_identity (client_id, pan_lookup, pan_name)
  select bench.client_id(n), sha256(('PAN' || n)::bytea), 'Ravi Kumar' from generate_series(1, $1::int) n`

/** Last seen in the future, so that no first request updates the session. */
const sessions = `
  insert into session (id, token_hash, client_id, ip, device, last_seen_at, expires_at)
  select bench.client_id(n), bench.token_hash(n), bench.client_id(n), '127.0.0.1', 'bench', now() + interval '1 day',
         now() + interval '2 days' from generate_series(1, $1::int) n`

/** Seven rounds of one request per client. */
const requests = `
  insert into wallet_request (id, client_id, type, amount, status, reference, utr, pay_to_name, pay_to_number, pay_to_lookup,
                              pay_to_ifsc, bank_reference, decided_at, created_at)
  select bench.request_id(round * $1::bigint + n), bench.client_id(n), case when round < 4 then 'added' else 'withdrawal' end,
         case when round < 4 then 10000 else 5000 end, 'approved', case when round < 4 then 'SD' || round || 'N' || n end,
         case when round < 4 then bench.utr(round * $1::bigint + n) end,
         case when round >= 4 then 'Ravi Kumar' end, case when round >= 4 then lpad(n::text, 12, '0') end,
         case when round >= 4 then sha256(n::text::bytea) end,
         case when round >= 4 then 'HDFC0000001' end, bench.utr(round * $1::bigint + n), at, at
    from generate_series(0, 6) round, generate_series(1, $1::int) n,
         lateral (select now() - interval '1 year' + round * interval '50 days' + n * interval '1 second' as at) t
   order by round, n`

/** The changes by a journal of each kind, in the order of their numbers. */
const kinds = `(values (0, 'deposit.approved', 10000, 0, 0, true), (1, 'withdrawal.requested', -5000, 0, 5000, false),
                 (2, 'withdrawal.paid', 0, 0, -5000, true), (3, 'trade.bought', -5000, 5000, 0, false),
                 (4, 'trade.sold', 5000, -5000, 0, false)) m (kind, event, cash, invested, withheld, is_bank)`

/** Journals before their figures are known; to change millions of rows that have indexes would take far longer. */
const draft = `
  create unlogged table bench.draft (kind int, client_id uuid, cause_id uuid, at timestamptz)`

/** One per deposit, two per withdrawal. */
const journals = `
  insert into bench.draft
  select (array[0, 0, 0, 0, 1, 2, 1, 2, 1, 2])[1 + round],
         bench.client_id(n), bench.request_id((array[0, 1, 2, 3, 4, 4, 5, 5, 6, 6])[1 + round] * $1::bigint + n),
         now() - interval '1 year' + round * interval '35 days' + n * interval '1 second'
    from generate_series(0, 9) round, generate_series(1, $1::int) n`

/** Deposits of client 1, one every few minutes. */
const longHistory = `
  with asked as (
    insert into wallet_request (id, client_id, type, amount, status, reference, bank_reference, decided_at, created_at)
    select bench.request_id(900000000000 + n), bench.client_id(${heavy}), 'added', 10000, 'approved', 'SDLONG' || n, 'LONG' || n,
           now() - n * interval '4 minutes', now() - n * interval '4 minutes'
      from generate_series(1, $1::int) n returning id, client_id, created_at)
  insert into bench.draft select 0, client_id, id, created_at from asked`

/** Each client bought five shares, the heavy client many; all were sold at cost. */
const trades = `
  insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, created_at, day)
  select bench.request_id(2 * n + later), bench.client_id(case when n <= 5 * $1::int then 1 + n % $1::int else ${heavy} end), action, 'TCS', 1,
         50, 5000, 5000, 0, case action when 'SELL' then 0 end, case action when 'SELL' then bench.request_id(2 * n) end,
         (select id from operator limit 1), at, at::date
    from generate_series(1, 5 * $1::int + $2::int) n, (values (0, 'BUY'), (1, 'SELL')) a (later, action),
         lateral (select now() - interval '1 year' + n * interval '5 seconds' as at) t
   order by n, later`
const lots = `
  insert into lot (id, client_id, stock, source, trade_id, acquired_on, quantity, cost, open_quantity, open_cost)
  select id, client_id, stock, 'trade', id, traded_on, quantity, cost, 0, 0 from trade where action = 'BUY'`
const tradeJournals = `
  insert into bench.draft
  select case action when 'BUY' then 3 else 4 end, client_id, id, created_at from trade`

const references = `
  insert into payment_reference (reference, direction, used_by, at)
  select bank_reference, case type when 'added' then 'credit' else 'debit' end, id, decided_at
    from wallet_request where bank_reference is not null`

const counts = `
  insert into wallet_count (client_id, requests) select client_id, count(*) from wallet_request group by client_id`

const entries = `
  insert into entry (journal_id, client_id, debit, credit, amount)
  select id, client_id,
         case event when 'deposit.approved' then 'bank' when 'withdrawal.requested' then 'cash' when 'trade.bought' then 'cash'
           when 'trade.sold' then 'invested' else 'withheld' end,
         case event when 'deposit.approved' then 'cash' when 'withdrawal.requested' then 'withheld' when 'trade.bought' then 'invested'
           when 'trade.sold' then 'cash' else 'bank' end,
         case event when 'deposit.approved' then 10000 else 5000 end
    from journal`

const figures = `
  insert into client_ledger (client_id, cash)
  select client_id, sum(case type when 'added' then amount else -amount end)::bigint from wallet_request group by client_id`

/**
 * With the figures after each journal, as book_journal stores them; no loan or cashback is booked here. The ids grow with
 * time, as those the server makes.
 */
const journalsWithFigures = `
  insert into journal (id, event, client_id, cause_id, at, cash, invested, loan, cashback, withheld, bank_id, value_date)
  select bench.journal_id(row_number() over (order by at, cause_id)), event, client_id, cause_id, at, cash, invested, 0, 0, withheld,
         case when is_bank then b.id end, case when is_bank then at::date end
    from (select d.*, m.event, m.is_bank, sum(m.cash) over w as cash, sum(m.invested) over w as invested,
                 sum(m.withheld) over w as withheld
            from bench.draft d join ${kinds} using (kind)
          window w as (partition by d.client_id order by d.at, d.cause_id rows unbounded preceding)) f,
         broker_bank b
   where b.receives`

const mails = `
  insert into mail (id, recipient, subject, status, attempts, has_secret, created_at, sent_at)
  select bench.client_id(n), 'client' || n || '@example.com', 'Welcome', 'sent', 1, false, at, at
    from generate_series(1, $1::int) n, lateral (select now() - interval '1 year' + n * interval '1 second' as at) t`

const audit = `
  insert into audit (at, era, actor_kind, actor_id, actor_name, action, subject_id)
  select now() - interval '1 year' + n * interval '1 second', 1, 'client', bench.client_id(n), 'Ravi Kumar', 'auth.login',
         bench.client_id(n)
    from generate_series(1, $1::int) n order by n`

/** The hashes are not those of the rows: nothing here verifies the audit log. */
const seals = `
  insert into audit_seal (position, audit_id, hash)
  select row_number() over (order by era, xact, id), id, sha256(id::text::bytea) from audit`

const notifications = `
  insert into notification (id, client_id, topic, text)
  select bench.client_id(n), bench.client_id(n), 'wallet', 'Deposit approved' from generate_series(1, $1::int) n`

const charges = `
  insert into charge (id, client_id, type, description, amount, gst, due_on, raised_by)
  select bench.client_id(n), bench.client_id(n), 'Other', 'Annual maintenance', 10000, 1800, current_date + 30,
         (select id from operator limit 1)
    from generate_series(1, $1::int) n`
