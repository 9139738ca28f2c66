import { settingNames } from '@sauda/contract/client/setting'
import { frequencyNames, segmentKeys, segmentNames } from '@sauda/contract/core/setting-name'
import type { Config } from '../../config.ts'
import type { SettingValue } from './setting.sql.ts'
import {
  buttonBlock,
  composeMail,
  contactLine,
  notYouLine,
  rowsBlock,
  type MailBlock,
  type Recipient,
} from '../../core/mail/mail.ts'

type Brand = Pick<Config, 'publicUrl' | 'supportEmail'>

const paths = { segment: 'segment', nominee: 'nominee', settlement: 'fund-settlement' } as const

function describe(setting: SettingValue): MailBlock {
  switch (setting.kind) {
    case 'segment':
      return rowsBlock(segmentKeys.map((key) => [segmentNames[key], setting.value[key] ? 'Enabled' : 'Disabled']))
    case 'nominee':
      if (setting.value.optedOut) return 'Opted out of nomination'
      return rowsBlock(
        setting.value.nominees.map(({ name, relationship, share }) => [`${name} (${relationship})`, `${share}%`]),
      )
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
    buttonBlock('View its status or cancel it', link(brand, setting), {
      text: `Nothing has changed yet. We will review the request and write to you. View its status or cancel it: ${link(brand, setting)}`,
      lead: 'Nothing has changed yet. We will review the request and write to you.',
    }),
    notYouLine(brand),
  ])

export const approvedMail = (brand: Brand, client: Recipient, setting: SettingValue) =>
  composeMail(client, `Your ${settingNames[setting.kind].toLowerCase()} setting is updated`, [
    'This is active from now on:',
    describe(setting),
    buttonBlock('View your settings', link(brand, setting), { text: `View it here: ${link(brand, setting)}` }),
    `If you did not request this, write to ${brand.supportEmail} immediately.`,
  ])

export const rejectedMail = (brand: Brand, client: Recipient, setting: SettingValue, reason: string) =>
  composeMail(client, `Your ${settingNames[setting.kind].toLowerCase()} request was rejected`, [
    'We could not approve this request:',
    describe(setting),
    `Reason: ${reason}`,
    buttonBlock('Send a new request', link(brand, setting), {
      text: `Your current settings remain unchanged. You can send a new request at ${link(brand, setting)}.`,
      lead: 'Your current settings remain unchanged. You can send a new request.',
    }),
    contactLine(brand.supportEmail),
  ])
