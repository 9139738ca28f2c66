import type { Notice } from '@sauda/contract/notice'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { linkToast } from '../shell/toast.ts'
import { decisionText } from '../wallet/transaction.ts'
import { timelineQuery } from '../wallet/wallet.api.ts'

/** Shows a toast when a deposit or a withdrawal has been decided. */
export function useWalletToast(): (notice: Notice) => void {
  const queries = useQueryClient()
  return ({ topic, id }) => {
    if (topic !== 'wallet' || id === undefined || document.hidden) return
    queries.fetchQuery(timelineQuery(id)).then(
      (transaction) => {
        const text = decisionText(transaction)
        if (text) linkToast(text, <Link to={`/account/wallet/transaction-history?transaction=${id}`}>View</Link>)
      },
      // The screens show the decision anyway.
      () => undefined,
    )
  }
}
