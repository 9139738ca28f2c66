import { healthCalls } from '@sauda/contract/health'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api.ts'

export function useBrand() {
  const { data } = useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) => callApi(healthCalls.brand, {}, signal),
    staleTime: Infinity,
  })
  return { name: data?.name ?? '', demo: data?.mode === 'demo', mailbox: data?.mailbox ?? false }
}

export function Title({ children }: { children: string }) {
  const { name } = useBrand()
  return <title>{`${children} · Desk · ${name}`}</title>
}
