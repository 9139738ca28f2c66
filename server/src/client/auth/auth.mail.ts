import { authRules } from '@sauda/contract/client/auth'
import type { Config } from '../../config.ts'
import {
  buttonBlock,
  codeBlock,
  composeMail,
  notYouLine,
  plainMail,
  secretLine,
  sourceBlock,
  type Recipient,
} from '../../core/mail/mail.ts'
import { deviceOf, type Caller } from '../../core/session/session.ts'

const codeMails = {
  register: {
    subject: (brand: string) => `Verify your email address for ${brand}`,
    purpose: (brand: string) => `Your code to verify your email address and activate your ${brand} login:`,
    otherwise:
      'If you did not register, please ignore this e-mail. Nobody can register with your address without this code.',
  },
  reset: {
    subject: (brand: string) => `Reset your ${brand} password`,
    purpose: (brand: string) => `Your code to set a new ${brand} password:`,
    otherwise: 'If you did not request this, please ignore this e-mail. Your password has not changed.',
  },
} as const

/** Contains no other six-digit number, so that mail programs recognise the code. */
export function codeMail({ brandName }: Config, kind: keyof typeof codeMails, to: string, code: string) {
  const { subject, purpose, otherwise } = codeMails[kind]
  return plainMail(to, subject(brandName), [
    purpose(brandName),
    codeBlock(code),
    secretLine(brandName, authRules.code.validMinutes),
    otherwise,
  ])
}

/** Sent instead of a code when the screen must not reveal that the address is already registered. */
export const alreadyRegisteredMail = ({ brandName, publicUrl }: Config, to: string) =>
  plainMail(to, `You already have a ${brandName} login`, [
    `Somebody tried to register at ${brandName} with your email address. You are already registered, so nothing was changed.`,
    buttonBlock('Log in', `${publicUrl}/login`, {
      text: `If it was you, log in at ${publicUrl}/login. You can also reset your password there.
If it was not you, please ignore this e-mail.`,
      lead: 'If it was you, log in. You can also reset your password there.\nIf it was not you, please ignore this e-mail.',
    }),
  ])

const securityMails = {
  passwordChanged: {
    subject: (brand: string) => `Your ${brand} password was changed`,
    sentence: 'Your password was changed. All other devices were logged out.',
  },
  passwordReset: {
    subject: (brand: string) => `Your ${brand} password was reset`,
    sentence: 'Your password was reset with a code sent to this address. All devices were logged out.',
  },
  twoStepOn: {
    subject: (brand: string) => `Two-step login is on for ${brand}`,
    sentence:
      'Two-step login was turned on. From now on, logging in also needs a code from your authenticator app. All other devices were logged out. Keep your recovery codes in a safe place.',
  },
  twoStepOff: {
    subject: (brand: string) => `Two-step login is off for ${brand}`,
    sentence: 'Two-step login was turned off. From now on, your password alone is enough to log in.',
  },
} as const

export function securityMail(config: Config, event: keyof typeof securityMails, client: Recipient, caller: Caller) {
  const { subject, sentence } = securityMails[event]
  return composeMail(client, subject(config.brandName), [
    sentence,
    sourceBlock(deviceOf(caller), caller.ip),
    `If this was you, no action is needed.\n${notYouLine(config)}`,
  ])
}
