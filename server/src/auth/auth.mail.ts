import { authRules } from '@sauda/contract/auth'
import { notYouLine, type Mail } from '../mail/mail.ts'
import type { Config } from '../config.ts'

type MailContent = Omit<Mail, 'to'>
type SecurityEvent = { readonly name: string; readonly device: string; readonly ip: string }

/** Contains no other six-digit number, so that mail programs recognise the code. */
const codeMail = (config: Config, subject: string, purpose: string, code: string, otherwise: string): MailContent => ({
  subject,
  text: `${purpose}

${code}

The code is valid for ${authRules.code.validMinutes} minutes and works once.
Enter it only on the ${config.brandName} screen where you requested it. Nobody from ${config.brandName} will ever ask you for it by phone, message or e-mail.

${otherwise}
`,
})

export const registerMail = (config: Config, code: string): MailContent =>
  codeMail(
    config,
    `Verify your email address for ${config.brandName}`,
    `Your code to verify your email address and activate your ${config.brandName} login:`,
    code,
    'If you did not register, please ignore this e-mail. Nobody can register with your address without this code.',
  )

export const resetMail = (config: Config, code: string): MailContent =>
  codeMail(
    config,
    `Reset your ${config.brandName} password`,
    `Your code to set a new ${config.brandName} password:`,
    code,
    'If you did not request this, please ignore this e-mail. Your password has not changed.',
  )

/** Sent instead of a code when the screen must not reveal that the address is already registered. */
export const alreadyRegisteredMail = (config: Config): MailContent => ({
  subject: `You already have a ${config.brandName} login`,
  text: `Somebody tried to register at ${config.brandName} with your email address. You are already registered, so nothing was changed.

If it was you, log in at ${config.publicUrl}/login. You can also reset your password there.
If it was not you, please ignore this e-mail.
`,
})

function noticeMail(config: Config, subject: string, what: string, { name, device, ip }: SecurityEvent): MailContent {
  const at = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
  return {
    subject,
    text: `Hello ${name},

${what}

When: ${at.format(new Date())} IST
From: ${device}, IP address ${ip}

If this was you, no action is needed.
${notYouLine(config)}
`,
  }
}

export const passwordChangedMail = (config: Config, event: SecurityEvent): MailContent =>
  noticeMail(
    config,
    `Your ${config.brandName} password was changed`,
    'Your password was changed. All other devices were logged out.',
    event,
  )

export const passwordResetMail = (config: Config, event: SecurityEvent): MailContent =>
  noticeMail(
    config,
    `Your ${config.brandName} password was reset`,
    'Your password was reset with a code sent to this address. All devices were logged out.',
    event,
  )

export const twoStepOnMail = (config: Config, event: SecurityEvent): MailContent =>
  noticeMail(
    config,
    `Two-step login is on for ${config.brandName}`,
    'Two-step login was turned on. From now on, logging in also needs a code from your authenticator app. Keep your recovery codes in a safe place.',
    event,
  )

export const twoStepOffMail = (config: Config, event: SecurityEvent): MailContent =>
  noticeMail(
    config,
    `Two-step login is off for ${config.brandName}`,
    'Two-step login was turned off. From now on, your password alone is enough to log in.',
    event,
  )
