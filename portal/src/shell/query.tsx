import { QueryClientProvider } from '@tanstack/react-query'
import { createQueryClient } from '@sauda/web/query-client'
import { useState, type ReactNode } from 'react'
import { useSession } from './session.ts'

/**
 * What the server said, remembered for one session: another login starts with nothing.
 * A query's key starts with the topic whose notice outdates it: ['profile', userId], ['kyc'], ['session'].
 */
export function Queries({ children }: { children: ReactNode }) {
  const { token } = useSession()
  return <Fresh key={token}>{children}</Fresh>
}

function Fresh({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(30_000))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
