import { operatorCalls } from '@sauda/contract/broker/operator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffContext } from '../../app/app-context.ts'
import { addPasskey, removePasskey, startPasskey } from '../../core/session/own-passkeys.ts'
import { browserOf } from '../../core/session/browser.ts'
import { clearBrowserCache, clearDeskCookie, readDeskCookie, setDeskCookie } from '../../core/session/desk-cookie.ts'
import {
  changePassword,
  confirmTwoStep,
  login,
  loginByPasskey,
  logout,
  me,
  ownPasskeys,
  startTwoStep,
} from './login.ts'
import { acceptInvitation } from './invitation.ts'
import { addRole, changeRoleName, endRole, changeRights } from './roles.ts'
import { addOperator, changeRole, disableOperator, holdersOf, listOperators, resetOperator } from './staff.ts'

export function operatorRoutes(context: StaffContext) {
  const { mount, db, passkeys } = context
  const { publicUrl } = context.config

  const pageOf = (exchange: { request: FastifyRequest; reply: FastifyReply }) => ({
    browser: browserOf(exchange, publicUrl),
    replacedToken: readDeskCookie(exchange.request, publicUrl),
  })
  mount(operatorCalls.login, async ({ body, request, reply, ...caller }) => {
    const answer = await login(context, body, { ...caller, ...pageOf({ request, reply }) })
    setDeskCookie(reply, publicUrl, answer.token)
    return answer
  })
  mount(operatorCalls.passkeyLoginStart, () => passkeys.startUsing(db, 'operator', ['login', 'operator']))
  mount(operatorCalls.passkeyLogin, async ({ body, request, reply, ...caller }) => {
    const answer = await loginByPasskey(context, body.response, { ...caller, ...pageOf({ request, reply }) })
    setDeskCookie(reply, publicUrl, answer.token)
    return answer
  })
  mount(operatorCalls.passkeys, ({ operator }) => passkeys.list(db, operator.id))
  mount(operatorCalls.passkeyStart, ({ operator, body, ip }) =>
    startPasskey(context, ownPasskeys(operator), { ...body, ip }),
  )
  mount(operatorCalls.passkeyAdd, ({ operator, body, ...caller }) =>
    addPasskey(context, ownPasskeys(operator), body, caller),
  )
  mount(operatorCalls.passkeyRemove, async ({ operator, params, body, ...caller }) => {
    await removePasskey(context, ownPasskeys(operator), { ...params, ...body }, caller)
    return { message: 'Passkey removed' }
  })
  mount(operatorCalls.logout, async ({ operator, ip, reply }) => {
    await logout(context, operator, ip)
    clearDeskCookie(reply, publicUrl)
    clearBrowserCache(reply)
    return { message: 'Logged out' }
  })
  mount(operatorCalls.me, ({ operator }) => me(context, operator.id))
  mount(operatorCalls.acceptInvitation, async (given) => {
    await acceptInvitation(context, given)
    return { message: 'Password set. You can log in now.' }
  })
  mount(operatorCalls.changePassword, async (given) => {
    await changePassword(context, given)
    return { message: 'Password changed. Every other session was ended.' }
  })
  mount(operatorCalls.totpStart, ({ operator }) => startTwoStep(context, operator.id))
  mount(operatorCalls.totpConfirm, ({ operator, body, ip }) => confirmTwoStep(context, operator, body, ip))

  mount(operatorCalls.operators, () => listOperators(context))
  mount(operatorCalls.holders, ({ params }) => holdersOf(context, params.right))
  mount(operatorCalls.addOperator, (given) => addOperator(context, given))
  mount(operatorCalls.changeRole, (given) => changeRole(context, given))
  mount(operatorCalls.changeRights, (given) => changeRights(context, given))
  mount(operatorCalls.addRole, (given) => addRole(context, given))
  mount(operatorCalls.renameRole, (given) => changeRoleName(context, given))
  mount(operatorCalls.retireRole, (given) => endRole(context, given))
  mount(operatorCalls.resetOperator, (given) => resetOperator(context, given))
  mount(operatorCalls.disableOperator, async (given) => {
    await disableOperator(context, given)
    return { message: 'Operator disabled' }
  })
}
