import { randomBytes } from 'node:crypto'
import { roles, type Role } from '@sauda/contract/broker/operator'
import type { Sql } from '../../src/platform/db.ts'
import { sha256 } from '../../src/platform/secret.ts'
import { hashPassword } from '../../src/core/session/password.ts'
import type { Random } from './values.ts'
import { newId } from '../../src/platform/id.ts'

export type Kind = 'client' | 'verified' | Role
export type CallerSession = { readonly kind: Kind; readonly id: string; readonly token: string }

const perKind = 3
const password = 'Lamp-Oil-42'

/** Sessions of several clients and operators; one that has ended is replaced. */
export async function openCallers(db: Sql, random: Random) {
  const kinds: Kind[] = ['client', 'verified', ...(Object.keys(roles) as Role[])]
  const callers: CallerSession[] = []
  for (const kind of kinds) for (let n = 0; n < perKind; n += 1) callers.push(await open(db, kind, n))
  const of = (kind: Kind): CallerSession => {
    const fitting = callers.filter((each) => each.kind === kind)
    const chosen = fitting[random.below(fitting.length)]
    if (!chosen) throw new Error(`no caller of kind ${kind}`)
    return chosen
  }
  const replace = async (ended: CallerSession): Promise<void> => {
    const place = callers.indexOf(ended)
    if (place >= 0) callers[place] = await open(db, ended.kind, random.below(perKind * 4))
  }
  return { kinds, of, replace }
}

/** A session of the client or operator at this place of those who may log in; of a new one if there are fewer. */
async function open(db: Sql, kind: Kind, place: number): Promise<CallerSession> {
  const isClient = kind === 'client' || kind === 'verified'
  const id = await (isClient ? findClient(db, kind, place) : findOperator(db, kind, place))
  const token = randomBytes(32).toString('base64url')
  await db.run(
    `insert into session (id, token_hash, client_id, operator_id, ip, device, expires_at)
     values ($1, $2, $3, $4, '127.0.0.1', 'fuzz', now() + interval '12 hours')`,
    [newId(), sha256(token), isClient ? id : null, isClient ? null : id],
  )
  return { kind, id, token }
}

async function findClient(db: Sql, kind: 'client' | 'verified', place: number): Promise<string> {
  const status = kind === 'verified' ? 'VERIFIED' : 'UNVERIFIED'
  const found = await db.row<{ id: string }>(
    'select id from client where kyc_status = $1 and frozen_at is null order by id offset $2 limit 1',
    [status, place],
  )
  if (found) return found.id
  const id = newId()
  await db.run(
    `insert into client (id, email, mobile, name, password_hash, executive_name, referral_id, kyc_status)
     values ($1::uuid, $1::text || '@example.com', right($1::text, 12), 'Asha Rao', $3, 'Self', '', $2)`,
    [id, status, await hashPassword(password)],
  )
  if (kind === 'verified')
    await db.run(
      `with deposit as (
         insert into wallet_request (id, client_id, type, amount, status, reference, decided_at)
         values ($1, $2, 'added', 50000000, 'approved', $3, now()) returning id, client_id, amount)
       select book_journal(gen_random_uuid(), 'deposit.approved', client_id, id, null, '{bank}', '{cash}', array[amount])
         from deposit`,
      [newId(), id, `T${id.replaceAll('-', '')}`],
    )
  return id
}

async function findOperator(db: Sql, role: Role, place: number): Promise<string> {
  const found = await db.row<{ id: string }>(
    'select id from operator where role = $1 and disabled_at is null order by id offset $2 limit 1',
    [role, place],
  )
  if (found) return found.id
  const id = newId()
  await db.run(
    `insert into operator (id, email, name, role, password_hash, created_at, role_since)
     values ($1::uuid, $1::text || '@desk.example', 'Nisha ' || right($1::text, 4), $2, $3, now() - interval '6 weeks', now() - interval '6 weeks')`,
    [id, role, await hashPassword(password)],
  )
  return id
}
