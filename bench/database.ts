import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, type Db } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { bufferMegabytes, memoryBytes } from '../server/src/platform/postgres/memory.ts'
import { startPostgres } from '../server/src/platform/postgres/postgres.ts'

export interface Bench {
  /** The owner's login, for pgbench and the measured server. */
  url: string
  /** Connects as the owner, to fill tables and read statistics. */
  owner: Db
  dataDir: string
  stop: () => Promise<void>
}

/** An id or a token is computed from its number, here and in the database alike. */
export const clientId = (n: number): string => idOf('8000', n)
export const requestId = (n: number): string => idOf('9000', n)
/** The bank's reference of a request's payment. */
export const utr = (n: number): string => `3${String(n).padStart(11, '0')}`
export const clientToken = (n: number): string => `bench-client-${String(n).padStart(12, '0')}`
export const operatorId = '00000000-0000-7000-a000-000000000001'
export const operatorToken = 'bench-operator-000000000001'
const idOf = (kind: string, n: number): string => `00000000-0000-7000-${kind}-${String(n).padStart(12, '0')}`

const functions = `
  create schema bench;
  create function bench.client_id(n bigint) returns uuid immutable return
    ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid;
  create function bench.request_id(n bigint) returns uuid immutable return
    ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid;
  create function bench.journal_id(n bigint) returns uuid immutable return
    ('00000000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid;
  create function bench.token_hash(n bigint) returns bytea immutable return
    sha256(convert_to('bench-client-' || lpad(n::text, 12, '0'), 'UTF8'));
  create function bench.utr(n bigint) returns text immutable return '3' || lpad(n::text, 11, '0');
  grant usage on schema bench to sauda_app;
  grant execute on all functions in schema bench to sauda_app`

/**
 * A new database in a temporary folder, as the product makes its own in live mode: with fsync and its migrations. With
 * `folder` it is kept there, and opened again if it is there already; `external` is an empty one elsewhere.
 */
export async function openBench({
  folder,
  external,
  connections,
}: { folder?: string | undefined; external?: string | undefined; connections?: number } = {}): Promise<Bench> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'sauda-bench-'))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const postgres =
    external === undefined
      ? await startPostgres({ dataDir, connections, bufferMegabytes: bufferMegabytes(memoryBytes()) })
      : { url: external, stop: async () => {} }
  await migrate(postgres.url)
  const owner = openDb(postgres.url, makeLog('warn'), { size: 4 })
  if (!(await owner.row(`select from pg_namespace where nspname = 'bench'`))) await owner.run(functions)
  const stop = async () => {
    await owner.close()
    await postgres.stop()
    if (folder === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, owner, dataDir, stop }
}

/** Verified clients 1 to `count` with bank details, a session with their id and ₹10 lakh each, and one operator who may do everything. */
export async function addPeople(owner: Db, count: number): Promise<void> {
  await owner.run(
    `insert into client (id, email, mobile, name, password_hash, executive_name, referral_id, kyc_status)
     select bench.client_id(n), 'client' || n || '@example.com', '9' || lpad(n::text, 9, '0'), 'Ravi Kumar', '', 'Self',
            '', 'VERIFIED'
       from generate_series(1, $1::int) n`,
    [count],
  )
  await owner.run(
    `insert into bank_details (client_id, holder_name, account_number, account_lookup, ifsc)
     select bench.client_id(n), 'Ravi Kumar', lpad(n::text, 12, '0'), sha256(n::text::bytea), 'HDFC0000001' from generate_series(1, $1::int) n`,
    [count],
  )
  await owner.run(
    `insert into session (id, token_hash, client_id, ip, device, expires_at)
     select bench.client_id(n), bench.token_hash(n), bench.client_id(n), '127.0.0.1', 'bench', now() + interval '1 day'
       from generate_series(1, $1::int) n`,
    [count],
  )
  await owner.run(
    `with deposit as (
       insert into wallet_request (id, client_id, type, amount, status, reference, decided_at)
       select gen_random_uuid(), bench.client_id(n), 'added', 100000000, 'approved', 'SDFIRST' || n, now()
         from generate_series(1, $1::int) n returning id, client_id, amount)
     select book_journal(gen_random_uuid(), 'deposit.approved', client_id, id, null, '{bank}', '{cash}', array[amount])
       from deposit`,
    [count],
  )
  await addOperator(owner)
}

/** An administrator. */
export async function addOperator(owner: Db): Promise<void> {
  await owner.run(
    `with o as (insert into operator (id, email, name, role, password_hash)
                values ($2, 'bench@example.com', 'Bench', 'admin', '') returning id)
     insert into session (id, token_hash, operator_id, ip, device, expires_at)
     select id, sha256(convert_to($1, 'UTF8')), id, '127.0.0.1', 'bench', now() + interval '1 day' from o`,
    [operatorToken, operatorId],
  )
}
