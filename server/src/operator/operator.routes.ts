import { operatorCalls } from '@sauda/contract/operator'
import type { House } from '../house.ts'
import { clientPage, freeze, searchClients, unfreeze } from './client.ts'
import type { IdentityOf, Sections } from './client.ts'
import { confirmTwoStep, login, logout, me, startTwoStep } from './login.ts'
import { changePassword } from './password.ts'
import { release, sweepClaims, take, waiting } from './queue.ts'
import type { Queue } from './queue.ts'
import { addOperator, disableOperator, staff } from './staff.ts'

const sweepMilliseconds = 5 * 60_000

/** What the rooms that know it hand in. */
type Hands = { readonly queues: readonly Queue[]; readonly identityOf: IdentityOf; readonly sections: Sections }

export function operatorRoutes(house: House, { queues, ...hands }: Hands) {
  const { mount, db, every } = house

  mount(operatorCalls.login, ({ body, ...caller }) => login(house, body, caller))
  mount(operatorCalls.logout, async ({ operator, ip }) => {
    await logout(house, operator, ip)
    return { message: 'Logged out' }
  })
  mount(operatorCalls.me, ({ operator }) => me(house, operator.id))
  mount(operatorCalls.changePassword, async ({ operator, body, ...caller }) => {
    await changePassword(house, operator, body, caller)
    return { message: 'Password changed. Every other session was ended.' }
  })
  mount(operatorCalls.totpStart, ({ operator }) => startTwoStep(house, operator.id))
  mount(operatorCalls.totpConfirm, ({ operator, body, ip }) => confirmTwoStep(house, operator, body.code, ip))

  mount(operatorCalls.queue, async ({ operator, query }) => ({
    items: await waiting(db, queues, operator.rights, query.kind),
  }))
  mount(operatorCalls.take, async ({ operator, body: { release: giveBack, ...item }, ip }) => {
    if (giveBack) await release(house, queues, operator, item, ip)
    else await take(house, queues, operator, item, ip)
    return { message: giveBack ? 'Given back' : 'Taken' }
  })

  mount(operatorCalls.clients, async ({ query }) => ({ clients: await searchClients(db, query) }))
  mount(operatorCalls.client, ({ params }) => clientPage(house, hands, params.clientId))
  mount(operatorCalls.freeze, async ({ operator, params, body, ip }) => {
    await freeze(house, { operator, clientId: params.clientId, reason: body.reason, ip })
    return { message: 'Login frozen' }
  })
  mount(operatorCalls.unfreeze, async ({ operator, params, body, ip }) => {
    await unfreeze(house, { operator, clientId: params.clientId, reason: body.reason, ip })
    return { message: 'Login open again' }
  })

  mount(operatorCalls.operators, async () => ({ operators: await staff(db) }))
  mount(operatorCalls.addOperator, ({ operator, body, ip }) => addOperator(house, operator, body, ip))
  mount(operatorCalls.disableOperator, async ({ operator, params, ip }) => {
    await disableOperator(house, operator, params.operatorId, ip)
    return { message: 'Operator disabled' }
  })

  every(sweepMilliseconds, 'old claims', () => sweepClaims(db))
}
