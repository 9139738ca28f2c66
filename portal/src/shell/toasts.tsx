import { useEffect, useState } from 'react'
import { later } from './later.tsx'

const ToastHost = later(() => import('@sauda/ui/toast').then((toasts) => toasts.ToastHost))

/** Where the toasts appear; fetched when the first screen stands and the browser has nothing better to do. */
export function Toasts() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return ready && <ToastHost />
}
