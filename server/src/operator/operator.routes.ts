import { operatorCalls } from '@sauda/contract/operator'
import type { OperatorContext, RouteContext } from '../app-context.ts'
import { clearDeskCookie, readDeskCookie, setDeskCookie } from '../session/desk-cookie.ts'
import { confirmTwoStep, login, logout, me, startTwoStep } from './login.ts'
import { changePassword } from './password.ts'
import { addOperator, disableOperator, staff } from './staff.ts'

export function operatorRoutes(context: RouteContext & OperatorContext) {
  const { mount, db } = context
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

  mount(operatorCalls.operators, async () => ({ operators: await staff(db) }))
  mount(operatorCalls.addOperator, ({ operator, body, ip }) => addOperator(context, operator, body, ip))
  mount(operatorCalls.disableOperator, async ({ operator, params, ip }) => {
    await disableOperator(context, operator, params.operatorId, ip)
    return { message: 'Operator disabled' }
  })
}
