/** Once the page has loaded and nobody waits for it: the worker that knows what to show without a connection. */
export function keepWorker(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return
  const register = (): void => {
    // A browser may refuse, in a private window for one; then there is no offline page, and nothing else is missing.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
