import { operatorCalls } from '@sauda/contract/operator'
import type { AppContext } from '../app-context.ts'
import { clientPage, freeze, searchClients, unfreeze } from './client.ts'
import type { IdentityOf, Sections } from './client.ts'
import { clearDeskCookie, readDeskCookie, setDeskCookie } from '../session/desk-cookie.ts'
import { confirmTwoStep, login, logout, me, startTwoStep } from './login.ts'
import { changePassword } from './password.ts'
import { release, sweepClaims, take, waiting } from './queue.ts'
import type { Queue } from './queue.ts'
import { addOperator, disableOperator, staff } from './staff.ts'

const sweepMilliseconds = 5 * 60_000

/** What the rooms that know it hand in. */
type TradeDependencies = {
  readonly queues: readonly Queue[]
  readonly identityOf: IdentityOf
  readonly sections: Sections
}

export function operatorRoutes(context: AppContext, { queues, ...hands }: TradeDependencies) {
  const { mount, db, every } = context
  const { publicUrl } = context.config

  mount(operatorCalls.login, async ({ body, request, reply, ...caller }) => {
    const answer = await login(context, { ...body, replacedToken: readDeskCookie(request, publicUrl) }, caller)
    setDeskCookie(reply, publicUrl, answer.token)
    return answer
  })
  mount(operatorCalls.logout, async ({ operator, ip, reply }) => {
    await logout(context, operator, ip)
    clearDeskCookie(reply, publicUrl)
    return { message: 'Logged out' }
  })
  mount(operatorCalls.me, ({ operator }) => me(context, operator.id))
  mount(operatorCalls.changePassword, async ({ operator, body, ...caller }) => {
    await changePassword(context, operator, body, caller)
    return { message: 'Password changed. Every other session was ended.' }
  })
  mount(operatorCalls.totpStart, ({ operator }) => startTwoStep(context, operator.id))
  mount(operatorCalls.totpConfirm, ({ operator, body, ip }) => confirmTwoStep(context, operator, body.code, ip))

  mount(operatorCalls.queue, async ({ operator, query }) => ({
    items: await waiting(db, queues, operator.rights, query.kind),
  }))
  mount(operatorCalls.take, async ({ operator, body: { release: giveBack, ...item }, ip }) => {
    if (giveBack) await release(context, queues, operator, item, ip)
    else await take(context, queues, operator, item, ip)
    return { message: giveBack ? 'RequestInput back' : 'Taken' }
  })

  mount(operatorCalls.clients, async ({ query }) => ({ clients: await searchClients(db, query) }))
  mount(operatorCalls.client, ({ params }) => clientPage(context, hands, params.clientId))
  mount(operatorCalls.freeze, async ({ operator, params, body, ip }) => {
    await freeze(context, { operator, clientId: params.clientId, reason: body.reason, ip })
    return { message: 'Login frozen' }
  })
  mount(operatorCalls.unfreeze, async ({ operator, params, body, ip }) => {
    await unfreeze(context, { operator, clientId: params.clientId, reason: body.reason, ip })
    return { message: 'Login open again' }
  })

  mount(operatorCalls.operators, async () => ({ operators: await staff(db) }))
  mount(operatorCalls.addOperator, ({ operator, body, ip }) => addOperator(context, operator, body, ip))
  mount(operatorCalls.disableOperator, async ({ operator, params, ip }) => {
    await disableOperator(context, operator, params.operatorId, ip)
    return { message: 'Operator disabled' }
  })

  every(sweepMilliseconds, 'old claims', () => sweepClaims(db))
}
