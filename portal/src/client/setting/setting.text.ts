import type { Frequency, Segment } from '@sauda/contract/core/setting-name'

export const settingText = {
  onceApproved: 'once approved',
  toRequest: 'Your request:',
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
  proofHint: 'For example a salary slip, bank statement or income tax return. A clear photo or screenshot, up to 5 MB.',
  proofNotSent:
    'We received your request, but your proof of income could not be sent. Please add it to the request above.',
  next: (day: string) => `Next: ${day}`,
  since: (moment: string) => `Since ${moment}`,
  decided: (moment: string) => `On ${moment}`,
  sharesLeft: (percent: number) => `${percent}% still to allot.`,
  sharesTooMany: (percent: number) => `The shares add up to ${percent}%.`,
  nomineeLimit: (limit: number) =>
    limit === 1 ? 'You can name one nominee.' : `You can name up to ${limit} nominees.`,
  withoutNominee:
    'Without a nominee, your heirs must prove their claim, often in court, before they get your holdings.',
  guardian: (name: string) => `Guardian ${name}`,
  nomineeNumber: (number: number) => `Nominee ${number}`,
  removeNominee: (number: number) => `Remove nominee ${number}`,
} as const
