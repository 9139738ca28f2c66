import { operatorCalls } from '@sauda/contract/operator'
import type { OperatorContext, RouteContext } from '../app-context.ts'
import { browserOf } from '../session/browser.ts'
import { clearDeskCookie, readDeskCookie, setDeskCookie } from '../session/desk-cookie.ts'
import { confirmTwoStep, login, logout, me, startTwoStep } from './login.ts'
import { clearBrowserCache } from '../session/host-cookie.ts'
import { changePassword } from './password.ts'
import { acceptInvitation } from './invitation.ts'
import { addOperator, changeRole, disableOperator, listOperators } from './staff.ts'

export function operatorRoutes(context: RouteContext & OperatorContext) {
  const { mount, db } = context
  const { publicUrl } = context.config

  mount(operatorCalls.login, async ({ body, request, reply, ...caller }) => {
    const browser = browserOf({ request, reply }, publicUrl)
    const given = { ...body, replacedToken: readDeskCookie(request, publicUrl) }
    const answer = await login(context, given, { ...caller, browser })
    setDeskCookie(reply, publicUrl, answer.token)
    return answer
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
  mount(operatorCalls.totpConfirm, ({ operator, body, ip }) => confirmTwoStep(context, operator, body.code, ip))

  mount(operatorCalls.operators, () => listOperators(db))
  mount(operatorCalls.addOperator, (given) => addOperator(context, given))
  mount(operatorCalls.changeRole, (given) => changeRole(context, given))
  mount(operatorCalls.disableOperator, async (given) => {
    await disableOperator(context, given)
    return { message: 'Operator disabled' }
  })
}
