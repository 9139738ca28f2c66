import { AppError } from '@sauda/contract/platform/error'
import { type CaseWarning, paymentBlocked } from '@sauda/contract/core/queue'
import { formatTime } from '../mail/mail.ts'
import { type Sql, together } from '../../platform/db.ts'
import { type HoldRow, withdrawalsOnHold } from './warning.sql.ts'

// The warnings about a client that block every payment to them until they are resolved.

export type BlockSources = {
  /** Clients whose payment a later bank statement contradicts. */
  readonly contradicted: (sql: Sql, clientIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Trades whose price another operator must confirm first. */
  readonly unconfirmed: (
    sql: Sql,
    clientIds: readonly string[],
  ) => Promise<readonly (Named & { readonly link: string })[]>
}
export type Named = { readonly clientId: string; readonly text: string }

/** What blocks payments to each of these clients. */
export type FindBlocks = (sql: Sql, clientIds: readonly string[]) => Promise<ReadonlyMap<string, CaseWarning[]>>

type BlockContext = { readonly blocks: FindBlocks }

export type Blocks = Awaited<ReturnType<typeof readBlocks>>

export async function readBlocks(sources: BlockSources, sql: Sql, clientIds: readonly string[]) {
  const [holds, contradicted, unconfirmed] = await together(
    sql,
    () => withdrawalsOnHold(sql, clientIds),
    () => sources.contradicted(sql, clientIds),
    () => sources.unconfirmed(sql, clientIds),
  )
  return {
    holds: Map.groupBy(holds, ({ client_id }) => client_id),
    contradicted,
    unconfirmed: Map.groupBy(unconfirmed, ({ clientId }) => clientId),
  }
}

export const blocksOf = (clientId: string, { holds, contradicted, unconfirmed }: Blocks): CaseWarning[] => [
  ...(holds.get(clientId) ?? []).map(holdWarning),
  ...(contradicted.has(clientId) ? [contradiction(clientId)] : []),
  ...(unconfirmed.get(clientId) ?? []).map(priceWarning),
]

export const createBlocks =
  (sources: BlockSources): FindBlocks =>
  async (sql, clientIds) => {
    const blocks = await readBlocks(sources, sql, clientIds)
    return new Map(clientIds.map((clientId) => [clientId, blocksOf(clientId, blocks)]))
  }

/** The first one that blocks payments to the client. */
export const blockedBy = async ({ blocks }: BlockContext, sql: Sql, clientId: string): Promise<string | undefined> =>
  blockOf((await blocks(sql, [clientId])).get(clientId) ?? [])

/** Throws the first warning that blocks a payment to one of these clients. */
export async function requirePayable({ blocks }: BlockContext, sql: Sql, clientIds: readonly string[]): Promise<void> {
  for (const found of (await blocks(sql, clientIds)).values()) refuseBlocked(found)
}

/** Throws the first of these warnings that blocks a payment; that it is the operator's own account is refused elsewhere (own-account.ts). */
export function refuseBlocked(warnings: readonly CaseWarning[]): void {
  const sentence = blockOf(warnings.filter(({ code }) => code !== 'ownAccount'))
  if (sentence !== undefined) throw new AppError(paymentBlocked(sentence))
}

export const blockOf = (warnings: readonly CaseWarning[]): string | undefined =>
  warnings.find(({ blocks }) => blocks)?.sentence

/** A warning that blocks nothing. */
export const plain = (
  code: CaseWarning['code'],
  severity: CaseWarning['severity'],
  sentence: string,
  link?: string,
): CaseWarning => ({ code, severity, blocks: false, sentence, ...(link !== undefined && { link }) })

export const requestPage = (id: string) => `/wallet/${id}`
export const clientPage = (id: string) => `/clients/${id}`

const blocking = (code: CaseWarning['code'], sentence: string, link: string): CaseWarning => ({
  ...plain(code, 'high', sentence, link),
  blocks: true,
})

const holdWarning = ({ id, name, operator, reason, remind_at: until }: HoldRow): CaseWarning =>
  blocking(
    'hold',
    `${name} is on hold until ${formatTime(until)}: ${reason} (${operator}). End the hold before this client is paid`,
    requestPage(id),
  )

const contradiction = (clientId: string): CaseWarning =>
  blocking(
    'contradiction',
    'A later bank statement contradicts a payment of this client. Close the exception before this client is paid',
    clientPage(clientId),
  )

const priceWarning = ({ text, link }: { readonly text: string; readonly link: string }): CaseWarning =>
  blocking('tradePrice', text, link)
