import { wake } from './awake.ts'

/** The toasts come after the first screen. */
const load = () => {
  wake()
  return import('@sauda/ui/toast')
}

type Tone = 'success' | 'error' | 'info'

function show(tone: Tone, message: string): void {
  load().then(({ appToast: toast }) => toast[tone](message), unsaid)
}

/** The application's toast: top-centre, dark, 2 seconds (section 9). */
export const appToast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
}

/** A setting was saved: top-right, 3 seconds. */
export function savedToast(message: string): void {
  load().then((toasts) => toasts.savedToast(message), unsaid)
}

/** No way to the server, not even for the toasts: the banner above says that already. */
const unsaid = (): void => undefined
