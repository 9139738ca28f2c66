import { frequencyNames, segmentKeys, segmentNames, settingNames } from '@sauda/contract/setting'
import type { Config } from '../config.ts'
import type { SettingValue } from './setting.sql.ts'
import { composeMail, contactLine, notYouLine, type Recipient } from '../mail/mail.ts'

type Brand = Pick<Config, 'publicUrl' | 'supportEmail'>

const paths = { segment: 'segment', nominee: 'nominee', settlement: 'fund-settlement' } as const

function describe(setting: SettingValue): string {
  switch (setting.kind) {
    case 'segment':
      return segmentKeys.map((key) => `${segmentNames[key]}: ${setting.value[key] ? 'Enabled' : 'Disabled'}`).join('\n')
    case 'nominee':
      if (setting.value.optedOut) return 'Opted out of nomination'
      return setting.value.nominees
        .map(({ name, relationship, share }) => `${name} (${relationship}): ${share}%`)
        .join('\n')
    case 'settlement':
      return frequencyNames[setting.value.frequency]
  }
}

const link = ({ publicUrl }: Brand, { kind }: SettingValue): string => `${publicUrl}/account/${paths[kind]}`

/** Sent at once, because someone else may have used the client's login. */
export const requestedMail = (brand: Brand, client: Recipient, setting: SettingValue) =>
  composeMail(client, `Request received: ${settingNames[setting.kind]}`, [
    'You requested this change:',
    describe(setting),
    `Nothing has changed yet. We will review the request and write to you. View its status or cancel it: ${link(brand, setting)}`,
    notYouLine(brand),
  ])

export const approvedMail = (brand: Brand, client: Recipient, setting: SettingValue) =>
  composeMail(client, `Your ${settingNames[setting.kind].toLowerCase()} setting is updated`, [
    'This is active from now on:',
    describe(setting),
    `View it here: ${link(brand, setting)}`,
    `If you did not request this, write to ${brand.supportEmail} immediately.`,
  ])

export const rejectedMail = (brand: Brand, client: Recipient, setting: SettingValue, reason: string) =>
  composeMail(client, `Your ${settingNames[setting.kind].toLowerCase()} request was rejected`, [
    'We could not approve this request:',
    describe(setting),
    `Reason: ${reason}`,
    `Your current settings remain unchanged. You can send a new request at ${link(brand, setting)}.`,
    contactLine(brand.supportEmail),
  ])
