import { useAwake } from './awake.ts'
import { later } from './later.tsx'

const ToastHost = later(() => import('@sauda/ui/toast').then((toasts) => toasts.ToastHost))

/** Where the toasts appear; out of the first view. */
export function Toasts() {
  return useAwake() && <ToastHost />
}
