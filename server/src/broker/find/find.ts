import { parseRupees, readNumber } from '@sauda/contract/platform/amount-text'
import type { Reply, Right } from '@sauda/contract/platform/call'
import type { clientCalls } from '@sauda/contract/client/client'
import { findCalls, findRules, type Found } from '@sauda/contract/broker/find'
import { rupeesOf } from '@sauda/contract/platform/money'
import { normalizeReference } from '@sauda/contract/money/reference'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql } from '../../platform/db.ts'
import { bankLines, cases, casesOf, clientsByNumber, type FoundRow, type Terms } from './find.sql.ts'

export type FindDependencies = Pick<AppContext, 'db' | 'accounts'> & {
  readonly clients: (
    sql: Sql,
    query: { search: string },
  ) => Promise<Omit<Reply<typeof clientCalls.clients>['clients'][number], 'balance'>[]>
  readonly pans: { readonly lookup: (pan: string) => Buffer }
}

const { perKind, casesPerClient, clientsWithCases } = findRules

/** Records that match the text, clients first, with their cases. Numbers must be complete; a part of a name is enough. */
async function find(
  { db, clients, accounts, pans }: FindDependencies,
  text: string,
  rights: readonly Right[],
): Promise<Found[]> {
  const terms = termsOf(text)
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase()
  const lookups = { pan: pans.lookup(compact), account: accounts.lookup(compact) }
  const byName = (await clients(db, { search: text }))
    .slice(0, perKind)
    .map(({ _id, saudaId, name, createdAt }): Found => ({
      kind: 'client',
      _id,
      name: saudaId,
      clientName: name,
      at: createdAt,
    }))
  const byNumber = (await clientsByNumber(db, lookups, perKind)).map(foundOf)
  const clientsFound = [...new Map([...byName, ...byNumber].map((each) => [each._id, each])).values()]
  const owners = clientsFound.slice(0, clientsWithCases).map(({ _id }) => _id)
  const under = (await casesOf(db, owners, casesPerClient)).map(foundOf)
  const rows = [
    ...(await cases(db, terms, perKind)),
    ...(rights.includes('ledger.read') ? await bankLines(db, terms, perKind) : []),
  ]
  const known = new Set(under.map(({ _id }) => _id))
  return [
    ...clientsFound.flatMap((each) => [each, ...under.filter((one) => one.under === each._id)]),
    ...rows.filter(({ _id }) => !known.has(_id)).map(foundOf),
  ]
}

const foundOf = ({ amount, ...row }: FoundRow): Found => ({
  ...row,
  ...(amount !== undefined && { amount: rupeesOf(amount) }),
})

function termsOf(text: string): Terms {
  const reference = normalizeReference(text)
  const number = /^(?:ADD|WDR|CHG|TRD)(\d{1,18})$/.exec(reference)?.[1]
  const amount = readNumber(text) || undefined
  return {
    reference,
    number: number === undefined ? null : BigInt(number),
    paise: amount === undefined ? null : parseRupees(amount),
  }
}

/** A text may match rows of several features, so the search reads their tables itself. */
export function findRoutes(context: FindDependencies & Pick<AppContext, 'mount'>) {
  context.mount(findCalls.find, async ({ operator, body }) => ({
    found: await find(context, body.text, operator.rights),
  }))
}
