import { healthCalls, type Brand } from '@sauda/contract/health'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api.ts'

/** As the server has written it into the page; the development server writes nothing, so there it is asked for. */
const written = document.getElementById('brand')?.textContent

/** What the product is called here and which optional parts are on. */
export function useBrand() {
  const { data } = useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) => callApi(healthCalls.brand, {}, signal),
    staleTime: Infinity,
    ...(written && { initialData: JSON.parse(written) as Brand }),
  })
  return { name: data?.name ?? 'Sauda', demo: data?.mode === 'demo', mailbox: data?.mailbox ?? false }
}
