const waitMilliseconds = 4000

/** Registers the service worker, which shows a page when there is no connection. */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !isSecureContext) return
  const register = (): void => {
    // A browser may refuse, for example in a private window; then only the offline page is missing.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }
  const registerLater = (): void => void setTimeout(register, waitMilliseconds)
  if (document.readyState === 'complete') registerLater()
  else addEventListener('load', registerLater)
}
