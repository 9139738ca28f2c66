import { AppError, commonErrors } from '@sauda/contract/platform/error'

/** What blocks a client's login. That of a closed account is frozen too, but is always named closed. */
export type Blocked = 'closed' | 'frozen' | null

/** SQL of `Blocked` for a row of `client`. */
export const sqlBlocked = (client = 'client'): string =>
  `case when ${client}.closure = 'closed' then 'closed' when ${client}.frozen_at is not null then 'frozen' end`

type Client = { readonly blocked: Blocked }

/** Nothing is booked or decided for a closed account. */
export function requireNotClosed({ blocked }: Client): void {
  if (blocked === 'closed') throw new AppError(commonErrors.accountClosed)
}

/** Nothing new is opened for a client who cannot log in (decision 0102). */
export function requireUnblocked(client: Client): void {
  requireNotClosed(client)
  if (client.blocked === 'frozen') throw new AppError(commonErrors.loginFrozen)
}
