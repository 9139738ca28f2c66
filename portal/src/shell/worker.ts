/** What the page itself needs comes first. */
const waitMilliseconds = 4000

/** Brings the worker that knows what to show without a connection, once nobody waits for the page any more. */
export function keepWorker(): void {
  // While developing there is none.
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !isSecureContext) return
  const register = (): void => {
    // A browser may refuse, in a private window for one; then there is no offline page, and nothing else is missing.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }
  const later = (): void => void setTimeout(register, waitMilliseconds)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later)
}
