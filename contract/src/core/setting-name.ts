/** Names and rules of settings, without schemas, for screens that only show them. */

export const segmentNames = { equity: 'Equity', fno: 'FnO', currency: 'Currency', commodity: 'Commodity' } as const
export type Segment = keyof typeof segmentNames
export const segmentKeys = Object.keys(segmentNames) as Segment[]

export const frequencyNames = { monthly: 'Every 30 Days', quarterly: 'Every 90 Days' } as const
export const frequencies = ['monthly', 'quarterly'] as const
export type Frequency = (typeof frequencies)[number]

/** Names of withdrawals made without a request of the client. */
export const settlementNames = { monthly: 'Monthly settlement', quarterly: 'Quarterly settlement' } as const

export const settingStatusNames = {
  requested: 'Requested',
  in_force: 'Active',
  refused: 'Rejected',
  replaced: 'Replaced',
} as const

export const relationships = [
  'Spouse',
  'Son',
  'Daughter',
  'Father',
  'Mother',
  'Brother',
  'Sister',
  'Grandson',
  'Granddaughter',
  'Grandfather',
  'Grandmother',
  'Other',
] as const

export const settingRules = { mostNominees: 10, minorYears: 18 } as const

/** In hundredths of a percent; negative above 100%. */
export function sharesLeft(shares: readonly number[]): number {
  return 10_000 - shares.reduce((sum, percent) => sum + Math.round(percent * 100), 0)
}

/** Both dates as YYYY-MM-DD; of age on the eighteenth birthday. */
export function isMinor(bornOn: string, today: string): boolean {
  const [year = '', ...rest] = bornOn.split('-')
  return [String(Number(year) + settingRules.minorYears), ...rest].join('-') > today
}
