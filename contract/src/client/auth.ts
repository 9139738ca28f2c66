import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { confirmation, confirmationErrors } from '../core/confirmation.ts'
import { email, id, line, otp, messageReply } from '../platform/field.ts'
import { kycStatus } from './kyc.ts'
import { chosenPassword, passwordMaximum, passwordRequirements, registration } from './registration.ts'
import { enteredPassword, loginErrors, passkeyParts, passwordLoginErrors, secondFactor } from '../core/session.ts'
import { conflict, invalid } from '../platform/error.ts'
import { opaquePassword } from '../platform/typed-text.ts'

/** auth: how a visitor becomes a client, logs in, and recovers or protects the login. */

export const authRules = {
  /** The reset screen asks for this many characters, the server for more (settled, section 4). */
  resetScreenMinimum: 6,
  code: { digits: 6, validMinutes: 10, tries: 5, resendSeconds: 30, perHour: 5 },
  /** How long after registering the standalone OTP screen is reachable (section 9). */
  otpFlowSeconds: 60,
  forgot: { attempts: 3, retryMilliseconds: 2000 },
  /** The number of addresses and mobile numbers that may be revealed to one network per day, as known or unknown. */
  revealedPerDay: 3,
  /** Per network. */
  network: { codesPerHour: 200 },
  /** A registration that was never verified is deleted after this. */
  pendingHours: 24,
  recoveryCodes: 10,
} as const

/** Section 5 requires only the length at reset; the server requires 8 (settled, section 4). */
const newPassword = z
  .string({ error: 'Please fill in all password fields' })
  .check(
    z.overwrite(opaquePassword),
    z.minLength(1, { error: 'Please fill in all password fields', abort: true }),
    z.regex(passwordRequirements[0].pattern, { error: passwordRequirements[0].message }),
    z.maxLength(passwordMaximum, { error: 'Password must be at most 128 characters long' }),
  )

export const loggedIn = z.object({ token: z.string(), isDocsVerified: kycStatus })

export const authErrors = {
  ...loginErrors,
  emailTaken: conflict('An account with this email already exists'),
  mobileTaken: conflict('An account with this mobile number already exists'),
  commonPassword: invalid('This password is too common. Please choose another one.'),
  wrongCode: { status: 400, message: 'That OTP isn’t correct. Please check it and try again.' },
  codeOver: { status: 400, message: 'This OTP is no longer valid. Please request a new one.' },
  noRegistration: { status: 400, message: 'We could not find your registration. Please register again.' },
  tooManyCodes: {
    status: 429,
    message: 'Too many OTPs were requested for this email address. Please try again in an hour.',
  },
  unknownEmail: { status: 404, message: 'We have no client with this email' },
  invitationOver: conflict(
    'This link has expired or was already used. Choose "Forgot Password?" on the login page to set your password.',
  ),
  totpOff: conflict('Two-step login is not on'),
} as const

const r = authErrors

export const authCalls = {
  register: call('POST /user/register', 'anyone', {
    does: 'Stores a pending registration and mails its code; sets the flow cookie of the standalone OTP screen.',
    body: registration,
    reply: messageReply,
    errors: [r.emailTaken, r.mobileTaken, r.commonPassword, r.tooManyCodes],
  }),
  resendOtp: call('POST /user/register/resend', 'anyone', {
    does: 'Mails a new code for the pending registration of this browser, which its flow cookie names.',
    reply: messageReply,
    errors: [r.noRegistration, r.tooManyCodes],
  }),
  verifyOtp: call('POST /user/verify-otp', 'anyone', {
    does: 'Turns the pending registration, found by e-mail or by flow cookie, into a client and logs in, like `login`.',
    body: z.object({ otp, email: z.optional(email()) }),
    reply: z.extend(loggedIn, { userId: id }),
    errors: [r.wrongCode, r.codeOver, r.noRegistration, r.emailTaken, r.mobileTaken],
  }),
  login: call('POST /user/login', 'anyone', {
    whenFull: true,
    does: 'Logs a client in. With the header `x-portal`, the token is valid only with the cookie that is set. `code` is the second factor, if the client has turned it on. With the right password of a frozen login, the 401 has `need: support`.',
    body: z.object({ email: email(), password: enteredPassword, code: z.optional(secondFactor) }),
    reply: z.extend(loggedIn, { _id: id }),
    errors: [...passwordLoginErrors, r.tooManyCodes],
  }),
  logout: call('POST /user/logout', 'client', {
    whenFull: true,
    does: 'Ends the session of this request.',
    reply: messageReply,
  }),
  forgotPassword: call('POST /user/forgot-password', 'anyone', {
    does: 'Mails a code to reset the password.',
    body: z.object({ email: email() }),
    reply: messageReply,
    errors: [r.unknownEmail, r.tooManyCodes],
  }),
  resetPassword: call('POST /user/verify-forgot-password-otp', 'anyone', {
    does: 'Replaces the password, given the mailed code, and ends every session of the client.',
    body: z.object({ email: email(), otp, newPassword }),
    reply: messageReply,
    errors: [r.wrongCode, r.codeOver, r.commonPassword],
  }),
  acceptInvitation: call('POST /user/invitation', 'anyone', {
    does: 'Sets the first password of an imported client, with the link from the e-mail; it works once, within a week.',
    body: z.object({
      invitation: line(r.invitationOver.message, 200),
      newPassword: chosenPassword,
    }),
    reply: messageReply,
    errors: [r.invitationOver, r.commonPassword],
  }),
  changePassword: call('POST /user/change-password', 'client', {
    does: 'Replaces the password, given the current one, and ends every other session.',
    body: z.object({ currentPassword: enteredPassword, newPassword: chosenPassword }),
    reply: messageReply,
    errors: [r.wrongPassword, r.commonPassword, r.slowDown],
  }),
  passkeyLoginStart: call('POST /user/passkey/login/start', 'anyone', { ...passkeyParts.loginStart, whenFull: true }),
  passkeyLogin: call('POST /user/passkey/login', 'anyone', {
    whenFull: true,
    does: 'Logs a client in with a passkey, without a password; otherwise like `login`.',
    ...passkeyParts.login,
    reply: z.extend(loggedIn, { _id: id }),
  }),
  passkeys: call('GET /user/passkeys', 'client', {
    does: 'The client’s passkeys, oldest first.',
    reads: ['session'],
    ...passkeyParts.list,
  }),
  passkeyStart: call('POST /user/passkeys/start', 'client', {
    ...passkeyParts.start,
    body: z.object({ password: enteredPassword, confirmation }),
    errors: [...passkeyParts.start.errors, confirmationErrors.fromMail('a new passkey')],
  }),
  passkeyAdd: call('POST /user/passkeys', 'client', {
    does: 'Adds a passkey and ends every other session; returns recovery codes, shown only once, with the first second factor.',
    ...passkeyParts.add,
  }),
  passkeyRemove: call('POST /user/passkeys/:passkeyId/remove', 'client', {
    ...passkeyParts.remove,
    body: z.object({ password: enteredPassword, confirmation }),
    errors: [...passkeyParts.remove.errors, confirmationErrors.fromMail('the removal of a passkey')],
  }),
  totpStatus: call('GET /user/totp', 'client', {
    does: 'Whether two-step login is on, and how many recovery codes are left.',
    reads: ['session'],
    reply: z.object({ on: z.boolean(), recoveryCodesLeft: z.number() }),
  }),
  totpStart: call('POST /user/totp/start', 'client', {
    does: 'Creates a secret for an authenticator app; it has no effect until confirmed.',
    body: z.object({ password: enteredPassword, confirmation }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: [r.totpOn, r.wrongPassword, r.slowDown, confirmationErrors.fromMail('two-step login')],
  }),
  totpConfirm: call('POST /user/totp/confirm', 'client', {
    does: 'Turns two-step login on; returns the recovery codes, shown only once.',
    body: z.object({ code: secondFactor }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [r.totpOn, r.totpNotStarted, r.totpWrong, r.slowDown],
  }),
  totpRemove: call('POST /user/totp/remove', 'client', {
    does: 'Turns two-step login off.',
    body: z.object({ password: enteredPassword, code: secondFactor }),
    reply: messageReply,
    errors: [r.totpOff, r.wrongPassword, r.totpWrong, r.slowDown],
  }),
}
