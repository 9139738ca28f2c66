import type { QueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { linkToast } from '../../shell/toast.ts'
import { decisionText } from './transaction.ts'
import { timelineQuery } from './wallet.api.ts'

/** Shows what has happened to a deposit or a withdrawal, if it has been decided. */
export async function showWalletToast(queries: QueryClient, transactionId: string): Promise<void> {
  const text = decisionText(await queries.fetchQuery(timelineQuery(transactionId)))
  const path = `/account/wallet/transaction-history?transaction=${transactionId}`
  if (text) linkToast(text, <Link to={path}>View</Link>)
}
