/** The head's script marks the page of a client before the first paint; a login or logout in another tab changes it. */
export function followSession(): void {
  const mark = (): void => {
    try {
      document.documentElement.toggleAttribute('data-client', localStorage.getItem('isLoggedIn') !== null)
    } catch {
      // No storage, no login.
    }
  }
  addEventListener('storage', mark)
  // A page that comes back from the browser's memory has slept through what happened meanwhile.
  addEventListener('pageshow', mark)
}
