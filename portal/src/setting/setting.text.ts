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
  since: (moment: string) => `Since ${moment}`,
  decided: (moment: string) => `On ${moment}`,
  sharesLeft: (percent: number) => `${percent}% still to allot.`,
  sharesTooMany: (percent: number) => `The shares add up to ${percent}%.`,
  nomineeLimit: (limit: number) =>
    limit === 1 ? 'You can name one nominee.' : `You can name up to ${limit} nominees.`,
  nomineeNumber: (number: number) => `Nominee ${number}`,
  removeNominee: (number: number) => `Remove nominee ${number}`,
} as const
