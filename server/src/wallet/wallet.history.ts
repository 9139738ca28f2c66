import { commonErrors, AppError } from '@sauda/contract/error'
import { walletRules } from '@sauda/contract/wallet'
import type { WalletContext } from '../app-context.ts'
import { figuresOf } from '../ledger/ledger.ts'
import type { Sql } from '../platform/db.ts'
import { withdrawalsPausedUntil } from './wallet.ts'
import { countRequests, findOwnRequest, selectRequests } from './wallet.sql.ts'
import { stepsOf } from './wallet.timeline.ts'
import { maskedNumberOf, needsTwo, transactionOf, walletOf } from './wallet.view.ts'

export async function wallet(sql: Sql, clientId: string) {
  const [figures, pausedUntil] = await Promise.all([figuresOf(sql, clientId), withdrawalsPausedUntil(sql, clientId)])
  return { ...walletOf(figures), ...(pausedUntil && { withdrawalsFrom: pausedUntil.toISOString() }) }
}

type Page = { readonly before?: string | undefined; readonly limit?: string | undefined }

/** Newest first; `before` is the id of the last one on the previous page. */
export async function transactions(sql: Sql, clientId: string, { before, limit }: Page) {
  const [rows, counted] = await Promise.all([
    selectRequests(sql, clientId, before ?? null, limit === undefined ? walletRules.pageSize : Number(limit)),
    countRequests(sql, clientId),
  ])
  return { transactions: rows.map(transactionOf), total: Number(counted?.requests ?? 0n) }
}

export async function timeline(context: WalletContext, request: { id: string; clientId: string }) {
  const row = await findOwnRequest(context.db, request.id, request.clientId)
  if (!row) throw new AppError(commonErrors.notFound)
  return {
    ...transactionOf(row),
    steps: stepsOf(row, needsTwo(row, context.config.secondApprovalAbove), maskedNumberOf(context, row)),
  }
}
