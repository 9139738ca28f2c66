/** The beginnings of the names under which clients and operators see rows, before the row's number: `ADD100001`. */
export const namePrefixes = {
  client: 'SD',
  deposit: 'ADD',
  withdrawal: 'WDR',
  charge: 'CHG',
  trade: 'TRD',
  action: 'CA',
} as const

/** In a pattern: the reference of a payment by QR, `SD` and 16 characters. */
export const paymentReferencePattern = `${namePrefixes.client}[0-9A-Z]{16}`

export const nameOf = (kind: keyof typeof namePrefixes, number: bigint | string): string =>
  `${namePrefixes[kind]}${number}`
