/** The page that stands in for one that could not be reached has that one's address: loading again opens it. */
export function returnOnline(): void {
  if (!document.querySelector('[data-offline]')) return
  const again = (): void => location.reload()
  document.querySelector('[data-again]')?.addEventListener('click', again)
  addEventListener('online', again)
}
