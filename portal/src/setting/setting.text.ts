import type { Frequency, Segment } from '@sauda/contract/setting'

export const settingText = {
  segments: {
    equity: 'Shares of companies, bought and sold for delivery',
    fno: 'Futures and options on shares and indices',
    currency: 'Futures and options on the rupee and other currencies',
    commodity: 'Futures and options on gold, crude oil and other goods',
  } satisfies Record<Segment, string>,
  frequencies: {
    monthly: 'Once a month, on the exchange’s settlement date',
    quarterly: 'Once a quarter, on the exchange’s settlement date',
  } satisfies Record<Frequency, string>,
  enable: 'Enable {segment}',
  disable: 'Disable {segment}',
  noSegment: 'No segment is enabled',
  since: (moment: string) => `Since ${moment}`,
  decided: (moment: string) => `On ${moment}`,
  defaultSetting: 'Default for new clients',
  pending: 'We’re reviewing your request. Until then nothing changes.',
  rejected: 'You can send a new request below.',
  unchanged: 'You haven’t changed anything.',
  nominee: '{name}, {relationship}: {share}%',
  optedOut: 'You opted out of nomination',
  notAdded: 'Not Added',
  sharesComplete: 'The shares add up to 100%.',
  sharesLeft: (percent: number) => `${percent}% still to allot.`,
  sharesTooMany: (percent: number) => `The shares add up to ${percent}%.`,
  nomineeLimit: (limit: number) =>
    limit === 1 ? 'You can name one nominee.' : `You can name up to ${limit} nominees.`,
  nomineeNumber: (number: number) => `Nominee ${number}`,
  removeNominee: (number: number) => `Remove nominee ${number}`,
  optOutWarning:
    'Without a nominee, your heirs must prove their claim, often in court, before they get your holdings. You can add a nominee at any time.',
} as const
