import { namePrefixes } from '@sauda/contract/core/name'

/** SQL of the name of a row by its number: `SD100001`. */
export const sqlName = (kind: keyof typeof namePrefixes, number: string): string =>
  `'${namePrefixes[kind]}' || ${number}`

/** SQL of the ISIN of a security on a day: that of its last accepted successor, which most have not. */
export const sqlIsinOn = (isin: string, day: string): string =>
  `case when ${isin} in (select isin from isin_successor) then isin_on(${isin}, ${day}) else ${isin} end`

/** SQL of the prefix of a deposit or withdrawal, whose rows share a table. */
export const sqlRequestPrefix = (type = 'type'): string =>
  `case ${type} when 'added' then '${namePrefixes.deposit}' else '${namePrefixes.withdrawal}' end`

/** SQL of the name of a deposit or withdrawal: `ADD100001`, `WDR100002`. */
export const sqlRequestName = (table?: string): string => {
  const column = (name: string) => (table === undefined ? name : `${table}.${name}`)
  return `${sqlRequestPrefix(column('type'))} || ${column('number')}`
}
