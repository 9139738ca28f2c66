import { brokerBankCalls } from '@sauda/contract/banking/broker-bank'
import type { BrokerBankContext, RouteContext } from '../../app-context.ts'
import { addAccount, editAccount, openBrokerBank } from './broker-bank.ts'
import { listAccounts, requestOpening, requestReversal, type StatementDifference } from './opening.ts'

export async function brokerBankRoutes(
  context: RouteContext & BrokerBankContext,
  difference: StatementDifference,
): Promise<void> {
  const { mount, mountCommand, db } = context
  await openBrokerBank(context)
  mount(brokerBankCalls.list, () => listAccounts(db, difference))
  mount(brokerBankCalls.add, (given) => addAccount(context, given))
  mount(brokerBankCalls.edit, (given) => editAccount(context, given))
  mountCommand(brokerBankCalls.open, (tx, given) => requestOpening(context, tx, given))
  mountCommand(brokerBankCalls.reverseOpening, (tx, given) => requestReversal(context, tx, given))
}
