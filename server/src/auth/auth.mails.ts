import { authRules } from '@sauda/contract/auth'
import type { Mail } from '../mail/mail.ts'
import type { Config } from '../platform/config.ts'

/** The words of every mail of this room, as plain text. A mail with a code holds no other number of six digits. */
type Letter = Omit<Mail, 'to'>
type Happening = { readonly name: string; readonly device: string; readonly ip: string }

function codeLetter(config: Config, subject: string, purpose: string, code: string, otherwise: string): Letter {
  return {
    subject,
    text: `${purpose}

${code}

The code is valid for ${authRules.code.validMinutes} minutes and works once.
Enter it only on the ${config.brandName} screen where you asked for it. Nobody from ${config.brandName} will ever ask you for it by phone, message or mail.

${otherwise}
`,
  }
}

export const registerLetter = (config: Config, code: string): Letter =>
  codeLetter(
    config,
    `Verify your email address for ${config.brandName}`,
    `Your code to verify your email address and open your ${config.brandName} login:`,
    code,
    'If you did not register, you can ignore this mail. Without the code nobody can register with your address.',
  )

export const resetLetter = (config: Config, code: string): Letter =>
  codeLetter(
    config,
    `Reset your ${config.brandName} password`,
    `Your code to set a new ${config.brandName} password:`,
    code,
    'If you did not ask for a new password, you can ignore this mail. Your password stays as it is.',
  )

/** Sent in place of a code where the screen does not say that the address is registered already. */
export const alreadyRegisteredLetter = (config: Config): Letter => ({
  subject: `You already have a ${config.brandName} login`,
  text: `Somebody tried to register at ${config.brandName} with your email address. You are registered already, so nothing was changed.

If it was you, log in at ${config.publicUrl}/login. There you can also set a new password.
If it was not you, you can ignore this mail.
`,
})

/** A change of what protects the login, told to the person it protects. */
function noticeLetter(config: Config, subject: string, what: string, { name, device, ip }: Happening): Letter {
  const at = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
  return {
    subject,
    text: `Hello ${name},

${what}

When: ${at.format(new Date())} IST
From: ${device}, network address ${ip}

If this was you, there is nothing to do.
If this was not you, set a new password at ${config.publicUrl}/login with "Forgot Password?" and write to ${config.supportEmail} at once.
`,
  }
}

export const passwordChangedLetter = (config: Config, happening: Happening): Letter =>
  noticeLetter(
    config,
    `Your ${config.brandName} password was changed`,
    'Your password was changed. Every other device was logged out.',
    happening,
  )

export const passwordResetLetter = (config: Config, happening: Happening): Letter =>
  noticeLetter(
    config,
    `Your ${config.brandName} password was reset`,
    'Your password was set anew with a code sent to this address. Every device was logged out.',
    happening,
  )

export const twoStepOnLetter = (config: Config, happening: Happening): Letter =>
  noticeLetter(
    config,
    `Two-step login is on for ${config.brandName}`,
    'Two-step login was turned on. From now on a login also needs a code from your authenticator app. Keep the recovery codes in a safe place.',
    happening,
  )

export const twoStepOffLetter = (config: Config, happening: Happening): Letter =>
  noticeLetter(
    config,
    `Two-step login is off for ${config.brandName}`,
    'Two-step login was turned off. From now on your password alone is enough to log in.',
    happening,
  )
