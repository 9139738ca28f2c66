import { frequencyNames, segmentKeys, segmentNames, settingNames } from '@sauda/contract/setting'
import type { Config } from '../platform/config.ts'
import type { Wanted } from './wanted.ts'

type Client = { readonly name: string; readonly email: string }
type Brand = Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>

const paths = { segment: 'segment', nominee: 'nominee', settlement: 'fund-settlement' } as const

function mail(client: Client, subject: string, lines: readonly string[]) {
  return { to: client.email, subject, text: `${[`Hello ${client.name},`, ...lines].join('\n\n')}\n` }
}

/** What a setting says, a line for each of its parts. */
function linesOf(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'segment':
      return segmentKeys.map((key) => `${segmentNames[key]}: ${wanted.value[key] ? 'Enabled' : 'Disabled'}`).join('\n')
    case 'nominee':
      if (wanted.value.optedOut) return 'No nominee, as you declared'
      return wanted.value.nominees
        .map(({ name, relationship, share }) => `${name} (${relationship}): ${share}%`)
        .join('\n')
    case 'settlement':
      return frequencyNames[wanted.value.frequency]
  }
}

/** Somebody who is not the client may have asked, so the client hears of it at once. */
export function requestedMail({ brandName, publicUrl, supportEmail }: Brand, client: Client, wanted: Wanted) {
  return mail(client, `${brandName} received your request: ${settingNames[wanted.kind]}`, [
    'You asked us to set this:',
    linesOf(wanted),
    `Nothing has changed yet: we look at it and write to you. See how far it is, or take it back: ${publicUrl}/account/${paths[wanted.kind]}`,
    `If this was not you, set a new password at ${publicUrl}/login with "Forgot Password?" and write to ${supportEmail}.`,
  ])
}

export function inForceMail({ brandName, publicUrl, supportEmail }: Brand, client: Client, wanted: Wanted) {
  return mail(client, `In force at ${brandName}: ${settingNames[wanted.kind]}`, [
    'This is in force from now on:',
    linesOf(wanted),
    `Look at it here: ${publicUrl}/account/${paths[wanted.kind]}`,
    `If you did not ask for this, write to ${supportEmail} today.`,
  ])
}

export function refusedMail(
  { brandName, publicUrl, supportEmail }: Brand,
  client: Client,
  { reason, ...wanted }: Wanted & { reason: string },
) {
  return mail(client, `${brandName} could not do this: ${settingNames[wanted.kind]}`, [
    'We could not put in force what you asked for:',
    linesOf(wanted),
    `Reason: ${reason}`,
    `What was in force before stays in force. You may ask again at ${publicUrl}/account/${paths[wanted.kind]}, or write to ${supportEmail}.`,
  ])
}
