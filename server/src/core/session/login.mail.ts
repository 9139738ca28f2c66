import { authRules } from '@sauda/contract/client/auth'
import type { Config } from '../../config.ts'
import { codeBlock, composeMail, plainMail, secretLine, sourceBlock, type Mail, type Recipient } from '../mail/mail.ts'
import { deviceOf, type Caller } from './session.ts'

type Feature = 'auth' | 'operator'

const newPasswordLine = ({ publicUrl, supportEmail }: Config, feature: Feature): string =>
  feature === 'auth'
    ? `reset your password at ${publicUrl}/login with "Forgot Password?" and write to ${supportEmail} immediately.`
    : 'change your password at the desk, or tell an administrator immediately.'

export const loginCodeMail = (config: Config, feature: Feature, to: string, code: string): Mail =>
  plainMail(to, `Your ${config.brandName} login code`, [
    `Your code to log in to ${config.brandName}:`,
    codeBlock(code),
    secretLine(config.brandName, authRules.code.validMinutes),
    `We ask for it because there were many failed attempts to log in to your account today.\nIf you are not logging in now, somebody knows your password: ${newPasswordLine(config, feature)}`,
  ])

const ifNotYouBlocks = (config: Config, feature: Feature, caller: Caller) => [
  sourceBlock(deviceOf(caller), caller.ip),
  `If this was you, no action is needed.\nIf this was not you, ${newPasswordLine(config, feature)}`,
]

const passkeySentences = {
  added: 'A passkey was added to your login. It logs you in without your password. All other devices were logged out.',
  removed: 'A passkey was removed from your login.',
}

export const passkeyMail = (
  config: Config,
  feature: Feature,
  owner: Recipient,
  event: keyof typeof passkeySentences,
  caller: Caller,
): Mail =>
  composeMail(owner, `Passkey ${event} at ${config.brandName}`, [
    passkeySentences[event],
    ...ifNotYouBlocks(config, feature, caller),
  ])

export const newDeviceMail = (config: Config, feature: Feature, owner: Recipient, caller: Caller): Mail =>
  composeMail(owner, `New login to ${config.brandName}`, [
    'We noticed a login to your account from a browser that was not used for it before.',
    ...ifNotYouBlocks(config, feature, caller),
  ])
