import { clientCalls } from '@sauda/contract/client'
import type { AppContext } from '../app-context.ts'
import { clientPage, searchClients, setLoginFrozen, type ClientPageSources, type FreezeDependencies } from './client.ts'

export function clientRoutes(context: FreezeDependencies & ClientPageSources & Pick<AppContext, 'mount' | 'accounts'>) {
  const { mount, db } = context

  mount(clientCalls.clients, async ({ query }) => ({ clients: await searchClients(db, query) }))
  mount(clientCalls.client, ({ params }) => clientPage(context, params.clientId))
  mount(clientCalls.freeze, async ({ operator, params, body, ip }) => {
    await setLoginFrozen(context, { operator, clientId: params.clientId, reason: body.reason, ip }, true)
    return { message: 'Login frozen' }
  })
  mount(clientCalls.unfreeze, async ({ operator, params, body, ip }) => {
    await setLoginFrozen(context, { operator, clientId: params.clientId, reason: body.reason, ip }, false)
    return { message: 'Login unfrozen' }
  })
}
