import { randomUUID } from 'node:crypto'
import { proposalKinds } from '@sauda/contract/core/proposal-kinds'
import type { ProposalKind } from '@sauda/contract/core/proposal'
import type { Field, Fields, LeafType } from '@sauda/contract/core/proposal-field'
import { requireRow } from '../src/platform/db.ts'
import type { TestServer } from './server.ts'

// Payloads made from the table of kinds, so that a kind that is added is tested without an example of its own.

type Values = Record<string, unknown>

const isoAt = (n: number): string => new Date(Date.UTC(2026, 9, 1 + n)).toISOString()

/** The nth value of a type. */
const values: Partial<Record<LeafType, (n: number, words: readonly string[]) => unknown>> = {
  text: (n) => `Text ${n}`,
  word: (n, words) => words[n % words.length],
  list: (n, words) => (words.length > 0 ? words.slice(0, 1 + n) : [`Item ${n}`]),
  rupees: (n) => 1000.5 + n,
  number: (n) => 10 + n,
  percent: (n) => 12.5 + n,
  yesNo: (n) => n % 2 === 0,
  date: (n) => isoAt(n).slice(0, 10),
  moment: isoAt,
  hash: (n) => `${n}`.padEnd(64, 'a'),
  sealed: (n) => Buffer.from(`sealed ${n}`).toString('base64'),
}

function valueOf(field: Field, n: number): unknown {
  if (field.type === 'group') return payloadOf(field.fields, n)
  if (field.type === 'rows') return [payloadOf(field.fields, n)]
  const make = values[field.type] ?? (() => randomUUID())
  return make(n, Object.keys(('words' in field && field.words) || {}))
}

/** With every field, also the optional ones. */
export const payloadOf = (fields: Fields, n = 0): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field, n)]))

/** The payload with one leaf changed, for every leaf; `path` names it. */
export function* changesOf(fields: Fields, payload: Values): Generator<{ path: string; payload: Values }> {
  for (const [name, field] of Object.entries(fields)) {
    const own = field.type === 'group' || field.type === 'rows' ? field.fields : undefined
    if (!own) {
      yield { path: name, payload: { ...payload, [name]: valueOf(field, 1) } }
      continue
    }
    const [inner] = field.type === 'rows' ? (payload[name] as Values[]) : [payload[name] as Values]
    for (const change of changesOf(own, inner ?? {}))
      yield {
        path: `${name}.${change.path}`,
        payload: { ...payload, [name]: field.type === 'rows' ? [change.payload] : change.payload },
      }
  }
}

export async function insertProposal(
  { db }: Pick<TestServer, 'db'>,
  given: { kind: ProposalKind; requestedBy: string; payload?: object; clientId?: string; summary?: string },
): Promise<string> {
  const {
    kind,
    requestedBy,
    clientId = null,
    summary = 'A request',
    payload = payloadOf(proposalKinds[kind].fields),
  } = given
  const row = await requireRow(
    db.row<{ id: string }>(
      `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by)
       values (gen_random_uuid(), $1, $2, $3, '{}', $4, $5) returning id`,
      [kind, clientId, summary, JSON.stringify(payload), requestedBy],
    ),
  )
  return row.id
}
