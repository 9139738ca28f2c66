const waitMilliseconds = 4000

type Policy = { createScriptURL(address: string): string }
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(): string }): Policy }
/** A page may create each once. */
const policies: Record<string, Policy> = {}

/** Where the browser has Trusted Types, the content security policy lets these policies set the address of one script each. */
export function scriptAddress(name: 'service-worker' | 'aadhaar-qr', address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy =
    trustedTypes && (policies[name] ??= trustedTypes.createPolicy(name, { createScriptURL: () => address }))
  return policy?.createScriptURL(address) ?? address
}

/** Registers the service worker, which shows a page when there is no connection. */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !isSecureContext) return
  const register = (): void => {
    // A browser may reject it, for example in a private window; then only the offline page is missing.
    navigator.serviceWorker
      .register(scriptAddress('service-worker', '/sw.js'), { updateViaCache: 'none' })
      .catch(() => undefined)
  }
  // When the page is idle, because it can delay the response to a press. Safari has no such callback.
  const whenIdle = (): void => void (globalThis.requestIdleCallback ?? setTimeout)(register)
  const registerLater = (): void => void setTimeout(whenIdle, waitMilliseconds)
  if (document.readyState === 'complete') registerLater()
  else addEventListener('load', registerLater)
}
