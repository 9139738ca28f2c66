import { authCalls, authRules } from '@sauda/contract/auth'
import { portalHeader } from '@sauda/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext, RouteContext } from '../app-context.ts'
import { randomToken } from '../platform/secret.ts'
import { browserCookie, browserOf, forgetOldBrowsers } from '../session/browser.ts'
import { clearBrowserCache, hostCookie } from '../session/host-cookie.ts'
import { portalCookie } from '../session/session.ts'
import { login, logout } from './login.ts'
import { register, sweepRegistrations, verifyOtp } from './register.ts'
import { forgotPassword, resetPassword } from './reset.ts'
import { changePassword, confirmTwoStep, removeTwoStep, startTwoStep } from './security.ts'

/** Identifies this browser's registration on the standalone OTP screen; useless without the mailed code. */
const registrationCookie = hostCookie('registration', authRules.code.validMinutes / 60)
const sweepMilliseconds = 5 * 60_000

export function authRoutes(context: RouteContext & AuthContext) {
  const { mount, db, config, every, twoStep } = context
  const { publicUrl } = config
  /** Cookies of the portal's pages; API clients get none. */
  const pageOf = (exchange: { request: FastifyRequest; reply: FastifyReply }) =>
    exchange.request.headers[portalHeader] === undefined
      ? { companion: undefined, browser: undefined }
      : { companion: randomToken(), browser: browserOf(exchange, publicUrl) }

  mount(authCalls.register, async ({ body, request, reply, ...caller }) => {
    const flow = registrationCookie.read(request, publicUrl)
    registrationCookie.set(reply, publicUrl, await register(context, body, { ...caller, flow }))
    return { message: 'OTP sent to email' }
  })
  mount(authCalls.verifyOtp, async ({ body, request, reply, ...caller }) => {
    const flow = registrationCookie.read(request, publicUrl)
    const page = pageOf({ request, reply })
    const given = { otp: body.otp, email: body.email, flow }
    const verified = await verifyOtp(context, given, { ...caller, ...page })
    if (page.companion !== undefined) portalCookie.set(reply, publicUrl, page.companion)
    registrationCookie.clear(reply, publicUrl)
    return verified
  })
  mount(authCalls.login, async ({ body, request, reply, ...caller }) => {
    const page = pageOf({ request, reply })
    const loggedIn = await login(context, body, { ...caller, ...page })
    if (page.companion !== undefined) portalCookie.set(reply, publicUrl, page.companion)
    return loggedIn
  })
  mount(authCalls.logout, async ({ client, ip, reply }) => {
    await logout(context, client, ip)
    portalCookie.clear(reply, publicUrl)
    clearBrowserCache(reply)
    return { message: 'Logged out' }
  })
  mount(authCalls.forgotPassword, async (given) => {
    await forgotPassword(context, { ...given, browser: browserOf(given, publicUrl) })
    return { message: 'OTP sent to your email address' }
  })
  mount(authCalls.resetPassword, async (given) => {
    await resetPassword(context, { ...given, browser: browserCookie.read(given.request, publicUrl) })
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
  every(sweepMilliseconds, 'auth.browsers', () => forgetOldBrowsers(db))
}
