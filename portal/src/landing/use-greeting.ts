import { useEffect } from 'react'
import { useSession } from '../shell/session.ts'

/**
 * Which links the bar shows depends on the flag isLoggedIn alone (section 4). The page is the same file for everyone,
 * so root.tsx marks the document before the first paint and this keeps the mark true afterwards.
 */
export function useGreeting(): void {
  const { isLoggedIn } = useSession()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-client', isLoggedIn)
  }, [isLoggedIn])
}
