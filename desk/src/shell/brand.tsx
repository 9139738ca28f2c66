import { healthCalls } from '@sauda/contract/health'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from './api.ts'

export function useBrand() {
  const { data } = useQuery({ ...callQuery(['brand'], healthCalls.brand, {}), staleTime: Infinity })
  return { name: data?.name ?? '', demo: data?.mode === 'demo', mailbox: data?.mailbox ?? false }
}

export function Title({ children }: { children: string }) {
  const { name } = useBrand()
  return <title>{`${children} · Desk · ${name}`}</title>
}
