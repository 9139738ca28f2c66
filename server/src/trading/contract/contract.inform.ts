import type { AppContext } from '../../app-context.ts'
import { recipientsOf } from '../../core/mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import { contractMail, removedMail } from './contract.mail.ts'
import { requireOf } from './contract.rows.ts'
import type { insertContracts, NewContract } from './contract.sql.ts'

type Sums = Awaited<ReturnType<typeof insertContracts>>

/** The result of the day, unless the client was told the same before. */
export async function informClients(context: AppContext, tx: Tx, contracts: readonly NewContract[], sums: Sums) {
  const clientIds = contracts.map(({ clientId }) => clientId)
  const recipients = new Map((await recipientsOf(tx, clientIds)).map((recipient) => [recipient.id, recipient]))
  const sumsOf = new Map(sums.map((each) => [each.id, each]))
  // In one round trip.
  await Promise.all(
    contracts.map(async (contract) => {
      const { id, clientId } = contract
      await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
      const { isKnown, ...sumsOfDay } = requireOf(sumsOf, id)
      if (isKnown) return
      const mail = contractMail(context.config, requireOf(recipients, clientId), { ...contract, ...sumsOfDay })
      await context.inform(tx, mail, { clientId, topic: 'trade', id })
    }),
  )
}

/** The newer file has none of their trades. */
export async function informRemoved(
  context: AppContext,
  tx: Tx,
  day: string,
  clientIds: readonly string[],
): Promise<void> {
  for (const recipient of clientIds.length > 0 ? await recipientsOf(tx, clientIds) : []) {
    const { id: clientId } = recipient
    await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
    await context.inform(tx, removedMail(context.config, recipient, day), { clientId, topic: 'trade' })
  }
}
