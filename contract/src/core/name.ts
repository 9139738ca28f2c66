/** The beginnings of the names under which clients and operators see rows, before the row's number: `ADD100001`. */
export const namePrefixes = {
  client: 'SD',
  deposit: 'ADD',
  withdrawal: 'WDR',
  charge: 'CHG',
  trade: 'TRD',
} as const

export const nameOf = (kind: keyof typeof namePrefixes, number: bigint | string): string =>
  `${namePrefixes[kind]}${number}`
