import { walletCalls } from '@sauda/contract/wallet'
import type { House } from '../house.ts'
import { once } from '../ledger/once.ts'
import { approve, reject } from './wallet.decide.ts'
import { deskTransaction } from './wallet.desk.ts'
import { timeline, transactions, wallet } from './wallet.history.ts'
import { addFund, startDeposit, sweepIntents, withdraw } from './wallet.ts'

const sweepMilliseconds = 3_600_000

export function walletRoutes(house: House) {
  const { mount, db, every } = house

  mount(walletCalls.wallet, ({ client }) => wallet(db, client.id))
  mount(walletCalls.transactions, ({ client, query }) => transactions(db, client.id, query))
  mount(walletCalls.timeline, ({ client, params }) =>
    timeline(house, { id: params.transactionId, clientId: client.id }),
  )

  mount(walletCalls.intent, (given) => startDeposit(house, given))
  mount(walletCalls.addMoney, (given) => once(db, given, (tx) => addFund(house, tx, given)))
  mount(walletCalls.withdraw, (given) => once(db, given, (tx) => withdraw(house, tx, given)))

  mount(walletCalls.clientWallet, async ({ params, query }) => ({
    wallet: await wallet(db, params.clientId),
    ...(await transactions(db, params.clientId, query)),
  }))
  mount(walletCalls.deskTransaction, ({ operator, params }) =>
    deskTransaction(house, { id: params.transactionId, rights: operator.rights }),
  )
  mount(walletCalls.approve, (given) =>
    once(db, given, (tx) => approve(house, tx, { ...given, ...given.body, id: given.params.transactionId })),
  )
  mount(walletCalls.reject, (given) =>
    once(db, given, (tx) => reject(house, tx, { ...given, ...given.body, id: given.params.transactionId })),
  )

  every(sweepMilliseconds, 'old payment references', () => sweepIntents(db))
}
