import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Tx } from '../src/platform/db.ts'
import type { TestServer } from './server.ts'
import { newId } from '../src/platform/id.ts'

export type MoneyClient = { readonly id: string; readonly token: string; readonly email: string; readonly name: string }

type ClientOptions = {
  /** Initial cash, from a deposit. */
  readonly rupees?: number
  /** Whether bank details are set (the first setting: no cool-off). */
  readonly bank?: boolean
  readonly verified?: boolean
  /** When the account was opened, such as `2020-01-01`; now by default. */
  readonly since?: string
}

/** A test server, or only its database if the server is a separate program. */
type Beside = Pick<TestServer, 'db'> & Partial<Pick<TestServer, 'app'>>

let count = 0

/** Clients created in one statement, without a usable password; each with a session. */
export async function moneyClients(
  server: Beside,
  howMany: number,
  { rupees = 0, bank = true, verified = true, since }: ClientOptions = {},
): Promise<MoneyClient[]> {
  const clients = Array.from({ length: howMany }, () => {
    count += 1
    const id = newId()
    return {
      id,
      token: randomBytes(32).toString('base64url'),
      email: `m${count}.${id.slice(-12)}@example.com`,
      name: `Ravi ${count}`,
    }
  })
  const ids = clients.map(({ id }) => id)
  await server.db.transaction(async (tx) => {
    await tx.run(
      `insert into client (id, email, mobile, name, password_hash, executive_name, referral_id, kyc_status, created_at)
       select c.id, c.email, right(c.id::text, 12), c.name, '', '', '', $4, coalesce($5::timestamptz, now())
         from unnest($1::uuid[], $2::text[], $3::text[]) c (id, email, name)`,
      [
        ids,
        clients.map(({ email }) => email),
        clients.map(({ name }) => name),
        verified ? 'VERIFIED' : 'UNVERIFIED',
        since ?? null,
      ],
    )
    await tx.run(
      `insert into session (id, token_hash, client_id, ip, device, expires_at)
       select gen_random_uuid(), s.hash, s.id, '127.0.0.1', 'test', now() + interval '1 day'
         from unnest($1::uuid[], $2::bytea[]) s (id, hash)`,
      [ids, clients.map(({ token }) => createHash('sha256').update(token).digest())],
    )
    if (bank) {
      await addBankDetails(server, tx, clients)
    }
  })
  if (rupees > 0) for (const { id } of clients) await fund(server, id, rupees)
  return clients
}

/** Encrypted as the server stores them; plain if its key is not known here. */
async function addBankDetails({ app }: Beside, tx: Tx, clients: readonly MoneyClient[]): Promise<void> {
  const accounts = app?.context.accounts
  const sealed = await Promise.all(
    clients.map(async ({ id }) => {
      const number = String(randomInt(10 ** 11, 10 ** 12))
      return (await accounts?.columns(tx, id, number)) ?? { account_number: number, account_lookup: null }
    }),
  )
  await tx.run(
    `insert into bank_details (client_id, holder_name, account_number, account_lookup, ifsc)
     select b.*, 'HDFC0000001' from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) b`,
    [
      clients.map(({ id }) => id),
      clients.map(({ name }) => name),
      sealed.map(({ account_number }) => account_number),
      sealed.map(({ account_lookup }) => account_lookup),
    ],
  )
}

export async function moneyClient(server: Beside, wanted: ClientOptions = {}): Promise<MoneyClient> {
  const [client] = await moneyClients(server, 1, wanted)
  if (!client) throw new Error('no client')
  return client
}

/** An approved deposit with its entries, so that the ledger stays balanced. Returns its id. */
export async function fund(server: Pick<TestServer, 'db'>, clientId: string, rupees: number): Promise<string> {
  const id = newId()
  await server.db.run(
    `with deposit as (
       insert into wallet_request (id, client_id, type, amount, status, reference, decided_at)
       values ($1, $2, 'added', $3, 'approved', $4, now()) returning id, client_id, amount)
     select book_journal(gen_random_uuid(), 'deposit.approved', client_id, id, null, '{bank}', '{cash}', array[amount])
       from deposit`,
    [id, clientId, BigInt(Math.round(rupees * 100)), `T${randomBytes(8).toString('hex')}`],
  )
  return id
}

/** An approved adjustment with its entries: a credit, or a debit if below zero. */
export async function bookAdjustment(
  { db }: { readonly db: Pick<Tx, 'run'> },
  clientId: string,
  paise: bigint,
): Promise<string> {
  const [id, isCredit] = [newId(), paise > 0n]
  await db.run(
    `with operators as (
       insert into operator (id, email, name, role, password_hash)
         select o, o || '@example.com', 'Nisha', 'admin', '' from unnest(array[gen_random_uuid(), gen_random_uuid()]) o returning id),
     adjusted as (
       insert into adjustment (id, client_id, kind, amount, reason, status, requested_by, decided_by, decided_at)
         select $1, $2, $3, $4, 'Test', 'approved', min(id::text)::uuid, max(id::text)::uuid, now() from operators returning *)
     select book_journal(gen_random_uuid(), 'adjustment.approved', client_id, id, reason, array[$5], array[$6], array[amount]) from adjusted`,
    [
      id,
      clientId,
      isCredit ? 'credit' : 'debit',
      isCredit ? paise : -paise,
      isCredit ? 'adjustment' : 'cash',
      isCredit ? 'cash' : 'adjustment',
    ],
  )
  return id
}

/** An administrator with a session, made without a login. */
export async function moneyOperator({ db }: Pick<TestServer, 'db'>): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), randomBytes(32).toString('base64url')]
  await db.run("insert into operator (id, email, name, role, password_hash) values ($1, $2, 'Nisha', 'admin', '')", [
    id,
    `${id}@desk.example`,
  ])
  await db.run(
    `insert into session (id, token_hash, operator_id, ip, device, expires_at)
     values (gen_random_uuid(), $1, $2, '127.0.0.1', 'test', now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), id],
  )
  return { id, token }
}
