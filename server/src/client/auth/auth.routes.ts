import { authCalls, authRules } from '@sauda/contract/client/auth'
import { portalHeader } from '@sauda/contract/core/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'
import { randomToken } from '../../platform/secret.ts'
import { browserCookie, browserOf, forgetOldBrowsers } from '../../core/session/browser.ts'
import { clearBrowserCache, hostCookie } from '../../core/session/desk-cookie.ts'
import { portalCookie } from '../../core/session/session.ts'
import { acceptInvitation } from './invitation.ts'
import {
  login,
  loginByPasskey,
  logout,
  addClientPasskey,
  changePassword,
  confirmTwoStep,
  removeClientPasskey,
  removeTwoStep,
  startClientPasskey,
  startTwoStep,
} from './login.ts'
import { type RecordConsent, register, resendOtp, sweepRegistrations, verifyOtp } from './register.ts'
import { forgotPassword, resetPassword } from './reset.ts'

/** Identifies this browser's registration on the standalone OTP screen; useless without the mailed code. */
const registrationCookie = hostCookie('registration', authRules.code.validMinutes / 60)
const sweepMilliseconds = 5 * 60_000

export function authRoutes(context: AppContext & { readonly recordConsent: RecordConsent }) {
  const { mount, db, config, every, passkeys } = context
  const { publicUrl } = config
  /** Logs a client in, with the cookies of the portal's pages; API clients get none. */
  async function enter<T>(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    start: (page: { companion: string | undefined; browser: string | undefined }) => Promise<T>,
  ): Promise<T> {
    if (exchange.request.headers[portalHeader] === undefined) return start({ companion: undefined, browser: undefined })
    const companion = randomToken()
    const loggedIn = await start({ companion, browser: browserOf(exchange, publicUrl) })
    portalCookie.set(exchange.reply, publicUrl, companion)
    return loggedIn
  }

  mount(authCalls.register, async ({ body, request, reply, ...caller }) => {
    const flow = registrationCookie.read(request, publicUrl)
    registrationCookie.set(reply, publicUrl, await register(context, body, { ...caller, flow }))
    return { message: 'OTP sent to email' }
  })
  mount(authCalls.resendOtp, async ({ request, reply, ...caller }) => {
    const flow = registrationCookie.read(request, publicUrl)
    registrationCookie.set(reply, publicUrl, await resendOtp(context, flow, caller))
    return { message: 'OTP sent to email' }
  })
  mount(authCalls.verifyOtp, async ({ body, request, reply, ...caller }) => {
    const flow = registrationCookie.read(request, publicUrl)
    const verified = await enter({ request, reply }, (page) =>
      verifyOtp(context, { otp: body.otp, email: body.email, flow }, { ...caller, ...page }),
    )
    registrationCookie.clear(reply, publicUrl)
    return verified
  })
  mount(authCalls.login, ({ body, request, reply, ...caller }) =>
    enter({ request, reply }, (page) => login(context, body, { ...caller, ...page })),
  )
  mount(authCalls.passkeyLoginStart, () => passkeys.startUsing(db, 'auth', ['login', 'auth']))
  mount(authCalls.passkeyLogin, ({ body, request, reply, ...caller }) =>
    enter({ request, reply }, (page) => loginByPasskey(context, body.response, { ...caller, ...page })),
  )
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
  mount(authCalls.acceptInvitation, async (given) => {
    await acceptInvitation(context, given)
    return { message: 'Your password is set. Please log in.' }
  })
  securityRoutes(context)

  every(sweepMilliseconds, 'auth.sweep', () => sweepRegistrations(db))
  every(sweepMilliseconds, 'auth.browsers', () => forgetOldBrowsers(db))
  every(sweepMilliseconds, 'auth.challenges', () => passkeys.forgetUsed(db))
}

/** Calls of a logged-in client about the own login. */
function securityRoutes(context: AppContext) {
  const { mount, db, passkeys, twoStep } = context
  mount(authCalls.passkeys, ({ client }) => passkeys.list(db, client.id))
  mount(authCalls.passkeyStart, (given) => startClientPasskey(context, given))
  mount(authCalls.passkeyAdd, (given) => addClientPasskey(context, given))
  mount(authCalls.passkeyRemove, async (given) => {
    await removeClientPasskey(context, given)
    return { message: 'Passkey removed' }
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
}
