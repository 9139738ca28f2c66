/** Names of segments and settlement frequencies, without schemas, for screens that only show them. */

export const segmentNames = { equity: 'Equity', fno: 'FnO', currency: 'Currency', commodity: 'Commodity' } as const
export type Segment = keyof typeof segmentNames
export const segmentKeys = Object.keys(segmentNames) as Segment[]

export const frequencyNames = { monthly: 'Every 30 Days', quarterly: 'Every 90 Days' } as const
export const frequencies = ['monthly', 'quarterly'] as const
export type Frequency = (typeof frequencies)[number]

/** Of withdrawals made without a request of the client. */
export const settlementNames = { monthly: 'Monthly settlement', quarterly: 'Quarterly settlement' } as const
