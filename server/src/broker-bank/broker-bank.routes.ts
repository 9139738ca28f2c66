import { brokerBankCalls } from '@sauda/contract/broker-bank'
import type { BrokerBankContext, RouteContext } from '../app-context.ts'
import { addAccount, editAccount, listAccounts, openBrokerBank } from './broker-bank.ts'

export async function brokerBankRoutes(context: RouteContext & BrokerBankContext): Promise<void> {
  const { mount, db } = context
  await openBrokerBank(context)
  mount(brokerBankCalls.list, () => listAccounts(db))
  mount(brokerBankCalls.add, (given) => addAccount(context, given))
  mount(brokerBankCalls.edit, (given) => editAccount(context, given))
}
