import { clientCalls } from '@sauda/contract/client/client'
import { clientPage, freezeLogin, listClients, setState, unfreezeLogin, type ClientPageSources } from './client.ts'
import { setNoteDelivery } from './note-delivery.ts'
import { setTradingAccount, type TradingAccountContext } from './trading-account.ts'

export function clientRoutes(context: TradingAccountContext & ClientPageSources) {
  const { mount, db } = context

  mount(clientCalls.clients, ({ query }) => listClients(db, query))
  mount(clientCalls.client, ({ params }) => clientPage(context, params.clientId))
  mount(clientCalls.setState, async (given) => {
    await setState(context, given)
    return { message: 'State recorded' }
  })
  mount(clientCalls.setTradingAccount, (given) => setTradingAccount(context, given))
  mount(clientCalls.setNoteDelivery, (given) => setNoteDelivery(context, given))
  mount(clientCalls.freeze, async (given) => {
    await freezeLogin(context, given)
    return { message: 'Login frozen' }
  })
  mount(clientCalls.unfreeze, (given) => unfreezeLogin(context, given))
}
