import type { ReactNode } from 'react'
import { startActivity } from './lazy-part.tsx'

/** The code of toasts is loaded after the first screen. */
const load = () => {
  startActivity()
  return import('@sauda/ui/toast')
}

type Tone = 'success' | 'error' | 'info'

function show(tone: Tone, message: string): void {
  load().then(({ appToast: toast }) => toast[tone](message), ignoreFailure)
}

/** The application's toast: top-centre, dark, 2 seconds (section 9). */
export const appToast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
}

/** A setting was saved: top-right, 3 seconds. */
export function savedToast(message: string): void {
  load().then((toasts) => toasts.savedToast(message), ignoreFailure)
}

export function linkToast(message: string, link: ReactNode): void {
  load().then((toasts) => toasts.linkToast(message, link), ignoreFailure)
}

/** Without a connection the code cannot be loaded; the banner already shows that. */
const ignoreFailure = (): void => undefined
