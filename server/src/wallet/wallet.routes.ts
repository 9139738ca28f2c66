import { walletCalls } from '@sauda/contract/wallet'
import type { WalletContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { approve, reject } from './wallet.decide.ts'
import { deskTransaction } from './wallet.desk.ts'
import { timeline, transactions, wallet } from './wallet.history.ts'
import { addFund, startDeposit, sweepIntents, withdraw } from './wallet.ts'

const sweepMilliseconds = 3_600_000

export function walletRoutes(context: RouteContext & WalletContext) {
  const { mount, db, every } = context

  mount(walletCalls.wallet, ({ client }) => wallet(db, client.id))
  mount(walletCalls.transactions, ({ client, query }) => transactions(db, client.id, query))
  mount(walletCalls.timeline, ({ client, params }) =>
    timeline(context, { id: params.transactionId, clientId: client.id }),
  )

  mount(walletCalls.intent, (given) => startDeposit(context, given))
  mount(walletCalls.addMoney, (given) => runIdempotent(db, given, (tx) => addFund(context, tx, given)))
  mount(walletCalls.withdraw, (given) => runIdempotent(db, given, (tx) => withdraw(context, tx, given)))

  mount(walletCalls.clientWallet, async ({ params, query }) => ({
    wallet: await wallet(db, params.clientId),
    ...(await transactions(db, params.clientId, query)),
  }))
  mount(walletCalls.deskTransaction, ({ operator, params }) =>
    deskTransaction(context, { id: params.transactionId, rights: operator.rights }),
  )
  mount(walletCalls.approve, (given) =>
    runIdempotent(db, given, (tx) => approve(context, tx, { ...given, ...given.body, id: given.params.transactionId })),
  )
  mount(walletCalls.reject, (given) =>
    runIdempotent(db, given, (tx) => reject(context, tx, { ...given, ...given.body, id: given.params.transactionId })),
  )

  every(sweepMilliseconds, 'old payment references', () => sweepIntents(db))
}
