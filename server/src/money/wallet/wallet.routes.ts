import { processingRules, walletCalls } from '@sauda/contract/money/wallet'
import { replyTexts } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { withConfirmation } from '../../core/session/confirmation.ts'
import { approve, reject } from './wallet.decide.ts'
import { deskTransaction, viewDepositProof } from './wallet.desk.ts'
import { timeline, timesOf, transactions, wallet } from './wallet.view.ts'
import { addFund, cancel, reply, startDeposit, sweepIntents, withdraw } from './wallet.ts'

const sweepMilliseconds = 3_600_000

export function walletRoutes(context: AppContext) {
  const { mount, mountCommand, db, every } = context

  mount(walletCalls.wallet, async ({ client }) => ({
    ...(await wallet(db, client.id)),
    times: { added: timesOf(context, 'added'), withdrawal: timesOf(context, 'withdrawal') },
  }))
  mount(walletCalls.transactions, ({ client, query }) => transactions(db.historyReader(), client.id, query))
  mount(walletCalls.timeline, ({ client, params }) =>
    timeline(context, { id: params.transactionId, clientId: client.id }),
  )

  mount(walletCalls.intent, (given) => startDeposit(context, given))
  mount(walletCalls.reply, async (given) => ({
    message: replyTexts.sent,
    transaction: await reply(context, given, given.params.transactionId),
  }))
  mount(walletCalls.proof, (given) => viewDepositProof(context, given))
  mountCommand(walletCalls.cancel, (tx, { params, client, ip }) =>
    cancel(context, tx, { client, id: params.transactionId, ip }),
  )
  mountCommand(walletCalls.addMoney, (tx, given) => addFund(context, tx, given))
  mount(walletCalls.withdraw, (given) =>
    withConfirmation(context, { ...given, action: 'withdrawal', confirmation: given.body.confirmation }, (confirm) =>
      runIdempotent(db, given, (tx) => withdraw(context, tx, { ...given, confirm })),
    ),
  )

  mount(walletCalls.clientWallet, async ({ params, query }) => ({
    wallet: await wallet(db, params.clientId),
    ...(await transactions(db, params.clientId, query)),
  }))
  mount(walletCalls.deskTransaction, ({ operator, params }) =>
    deskTransaction(context, { id: params.transactionId, operator }),
  )
  mountCommand(walletCalls.approve, (tx, given) =>
    approve(context, tx, { ...given, ...given.body, id: given.params.transactionId }),
  )
  mountCommand(walletCalls.reject, (tx, given) =>
    reject(context, tx, { ...given, ...given.body, id: given.params.transactionId }),
  )

  every(processingRules.refreshMilliseconds, 'processing times', () => context.processing.refresh())
  every(sweepMilliseconds, 'old payment references', () => sweepIntents(db))
}
