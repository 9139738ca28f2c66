import { hashPassword } from '../server/src/session/password.ts'
import type { Bench } from './database.ts'
import { execute } from './pgbench.ts'
import type { Statement } from './record.ts'

export const password = 'Monsoon-in-Kerala-9'
/** The one client with a long history. */
export const heavy = 1

interface Size {
  clients: number
  /** Requests of the heavy client. */
  history: number
}

const first = ['Asha', 'Ravi', 'Meera', 'Vikram', 'Kavya', 'Arjun', 'Nisha', 'Imran', 'Lata', 'Suresh']
const last = [
  'Iyer',
  'Sharma',
  'Khan',
  'Das',
  'Patil',
  'Reddy',
  'Gill',
  'Menon',
  'Bose',
  'Rao',
  'Nair',
  'Shetty',
  'Joshi',
]

/**
 * Fills an empty database with clients who each made four deposits of ₹100, were paid three withdrawals of ₹50 and traded
 * five times: twenty entries each, in chronological order, so that a client's rows are as far apart as in production. Each
 * also has a mail, a line in the audit log, a notification and a charge to pay. It bypasses triggers and foreign keys; the
 * ledger check at the end verifies the result.
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
    { text: sessions, values: [clients] },
    { text: requests, values: [clients] },
    { text: draft, values: [] },
    { text: journals, values: [clients] },
    { text: longHistory, values: [history] },
    { text: trades, values: [clients, history] },
    { text: tradeJournals, values: [] },
    { text: journalsWithFigures, values: [] },
    { text: 'drop table bench.draft', values: [] },
    { text: counts, values: [] },
    { text: entries, values: [] },
    { text: figures, values: [] },
    { text: mails, values: [clients] },
    { text: audit, values: [clients] },
    { text: seals, values: [] },
    { text: notifications, values: [clients] },
    { text: charges, values: [clients] },
  ]
  const past = { text: 'set session_replication_role = replica', values: [] }
  for (const step of steps) execute(bench, [past, step])
  execute(bench, [{ text: 'vacuum analyze', values: [] }])
}

const bankDetails = `
  insert into bank_details (client_id, holder_name, account_number, account_lookup, ifsc)
  select bench.client_id(n), 'Ravi Kumar', lpad(n::text, 12, '0'), sha256(n::text::bytea), 'HDFC0000001' from generate_series(1, $1::int) n`

/** Last seen in the future, so that no first request updates the session. */
const sessions = `
  insert into session (id, token_hash, client_id, ip, device, last_seen_at, expires_at)
  select bench.client_id(n), bench.token_hash(n), bench.client_id(n), '127.0.0.1', 'bench', now() + interval '1 day',
         now() + interval '2 days' from generate_series(1, $1::int) n`

/** Seven rounds of one request per client. */
const requests = `
  insert into wallet_request (id, client_id, type, amount, status, reference, pay_to_name, pay_to_number, pay_to_lookup, pay_to_ifsc,
                              bank_reference, decided_at, created_at)
  select bench.request_id(round * $1::bigint + n), bench.client_id(n), case when round < 4 then 'added' else 'withdrawal' end,
         case when round < 4 then 10000 else 5000 end, 'approved', case when round < 4 then 'SD' || round || 'N' || n end,
         case when round >= 4 then 'Ravi Kumar' end, case when round >= 4 then lpad(n::text, 12, '0') end,
         case when round >= 4 then sha256(n::text::bytea) end,
         case when round >= 4 then 'HDFC0000001' end, 'BANK' || (round * $1::bigint + n), at, at
    from generate_series(0, 6) round, generate_series(1, $1::int) n,
         lateral (select now() - interval '1 year' + round * interval '50 days' + n * interval '1 second' as at) t
   order by round, n`

/** Journals before their figures are known; to change millions of rows that have indexes would take far longer. */
const draft = `
  create unlogged table bench.draft (id uuid, event text, client_id uuid, cause_id uuid, at timestamptz)`

/** One per deposit, two per withdrawal. */
const journals = `
  insert into bench.draft
  select bench.journal_id(round * $1::bigint + n), (array['deposit.approved', 'deposit.approved', 'deposit.approved',
           'deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.requested', 'withdrawal.paid',
           'withdrawal.requested', 'withdrawal.paid'])[1 + round],
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
  insert into bench.draft select gen_random_uuid(), 'deposit.approved', client_id, id, created_at from asked`

/** Each client bought five shares, the heavy client many; all were sold at cost. */
const trades = `
  insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, buy_id, open_quantity,
                     open_cost, open_loan_part, booked_by, created_at, day)
  select bench.request_id(2 * n + later), bench.client_id(case when n <= 5 * $1::int then 1 + n % $1::int else ${heavy} end), action, 'TCS', 1,
         50, 5000, 5000, 0, case action when 'SELL' then 0 end, case action when 'SELL' then bench.request_id(2 * n) end,
         0, 0, 0, (select id from operator limit 1), at, at::date
    from generate_series(1, 5 * $1::int + $2::int) n, (values (0, 'BUY'), (1, 'SELL')) a (later, action),
         lateral (select now() - interval '1 year' + n * interval '5 seconds' as at) t
   order by n, later`
const tradeJournals = `
  insert into bench.draft
  select gen_random_uuid(), case action when 'BUY' then 'trade.bought' else 'trade.sold' end, client_id, id, created_at
    from trade`

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

/** With the figures after each journal, as book_journal stores them; no loan or cashback is booked here. */
const journalsWithFigures = `
  insert into journal (id, event, client_id, cause_id, at, cash, invested, loan, cashback, withheld, bank_id, value_date)
  select d.id, d.event, d.client_id, d.cause_id, d.at, sum(m.cash) over w, sum(m.invested) over w, 0, 0, sum(m.withheld) over w,
         case when m.is_bank then b.id end, case when m.is_bank then d.at::date end
    from bench.draft d
    join (values ('deposit.approved', 10000, 0, 0, true), ('withdrawal.requested', -5000, 0, 5000, false),
                 ('withdrawal.paid', 0, 0, -5000, true), ('trade.bought', -5000, 5000, 0, false),
                 ('trade.sold', 5000, -5000, 0, false)) m (event, cash, invested, withheld, is_bank) on m.event = d.event,
         broker_bank b
   where b.receives
  window w as (partition by d.client_id order by d.at, d.id)
   order by d.at, d.id`

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
