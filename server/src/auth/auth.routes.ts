import { authCalls, authRules } from '@sauda/contract/auth'
import { portalHeader } from '@sauda/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext, RouteContext } from '../app-context.ts'
import { randomToken } from '../platform/secret.ts'
import { portalCookie } from '../session/session.ts'
import { login, logout } from './login.ts'
import { register, sweepRegistrations, verifyOtp } from './register.ts'
import { forgotPassword, resetPassword } from './reset.ts'
import { changePassword, confirmTwoStep, removeTwoStep, startTwoStep } from './security.ts'

/** Identifies this browser's registration on the standalone OTP screen; useless without the mailed code. */
const flowCookie = 'registration'
const sweepMilliseconds = 5 * 60_000

const newCompanion = ({ headers }: FastifyRequest) => (headers[portalHeader] === undefined ? undefined : randomToken())

export function authRoutes(context: RouteContext & AuthContext) {
  const { mount, db, config, every, twoStep } = context
  const { publicUrl } = config
  const cookie = {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https://'),
  } as const
  const setFlow = (reply: FastifyReply, flow: string) =>
    reply.setCookie(flowCookie, flow, { ...cookie, maxAge: authRules.code.validMinutes * 60 })

  mount(authCalls.register, async ({ body, request, reply, ...caller }) => {
    setFlow(reply, await register(context, body, { ...caller, flow: request.cookies[flowCookie] }))
    return { message: 'OTP sent to email' }
  })
  mount(authCalls.verifyOtp, async ({ body, request, reply, ...caller }) => {
    const flow = request.cookies[flowCookie]
    const companion = newCompanion(request)
    const verified = await verifyOtp(context, { otp: body.otp, email: body.email, flow }, { ...caller, companion })
    if (companion !== undefined) portalCookie.set(reply, publicUrl, companion)
    reply.clearCookie(flowCookie, cookie)
    return verified
  })
  mount(authCalls.login, async ({ body, request, reply, ...caller }) => {
    const companion = newCompanion(request)
    const loggedIn = await login(context, body, { ...caller, companion })
    if (companion !== undefined) portalCookie.set(reply, publicUrl, companion)
    return loggedIn
  })
  mount(authCalls.logout, async ({ client, ip, reply }) => {
    await logout(context, client, ip)
    portalCookie.clear(reply, publicUrl)
    return { message: 'Logged out' }
  })
  mount(authCalls.forgotPassword, async (given) => {
    await forgotPassword(context, given)
    return { message: 'OTP sent to your email address' }
  })
  mount(authCalls.resetPassword, async (given) => {
    await resetPassword(context, given)
    return { message: 'Password reset successfully! You can now login with your new password.' }
  })
  mount(authCalls.changePassword, async (given) => {
    await changePassword(context, given)
    return { message: 'Password changed. Every other device was logged out.' }
  })
  mount(authCalls.totpStatus, ({ client }) => twoStep.status(db, client.id))
  mount(authCalls.totpStart, (given) => startTwoStep(context, given))
  mount(authCalls.totpConfirm, (given) => confirmTwoStep(context, given))
  mount(authCalls.totpRemove, async (given) => {
    await removeTwoStep(context, given)
    return { message: 'Two-step login is off' }
  })

  every(sweepMilliseconds, 'auth.sweep', () => sweepRegistrations(db))
}
