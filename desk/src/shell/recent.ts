import { useStore } from '@sauda/web/store'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { session } from './session.ts'

export interface RecentItem {
  to: string
  name: string
  /** For example `Charge`. */
  kind: string
}

/** The pages one operator opened, newest first; removed at logout, because the names are those of clients. */
interface Stored {
  operatorId: string
  items: readonly RecentItem[]
}

const storedKey = 'desk.recent'
const most = 6

session.subscribe(() => {
  const { ending } = session.get()
  if (ending === 'left' || ending === 'idle') localStorage.removeItem(storedKey)
})

/** The operator is unknown for a moment after a reload. */
export const useRecentItems = (): readonly RecentItem[] => itemsOf(useStore(session).operatorId)

function itemsOf(shown: string | null | undefined): readonly RecentItem[] {
  try {
    const { operatorId, items } = JSON.parse(localStorage.getItem(storedKey) ?? '{}') as Partial<Stored>
    return operatorId === shown ? (items ?? []) : []
  } catch {
    return []
  }
}

/** Notes that the operator opened this page; without a name it has not loaded yet. */
export function useRecent(kind: string, name: string | undefined): void {
  const { pathname: to } = useLocation()
  const { operatorId } = useStore(session)
  useEffect(() => {
    if (!name || !operatorId) return
    const items = [{ to, name, kind }, ...itemsOf(operatorId).filter((item) => item.to !== to)].slice(0, most)
    localStorage.setItem(storedKey, JSON.stringify({ operatorId, items } satisfies Stored))
  }, [operatorId, to, name, kind])
}
