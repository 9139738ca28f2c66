import { lazy, Suspense, useEffect, useState } from 'react'

const ToastHost = lazy(() => import('@sauda/ui/toast').then((toasts) => ({ default: toasts.ToastHost })))

/** Where the toasts appear; fetched when the first screen stands and the browser has nothing better to do. */
export function Toasts() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{ready && <ToastHost />}</Suspense>
}
