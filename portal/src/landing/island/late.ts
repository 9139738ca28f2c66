/** What the page is as an installed one is asked for after its first paint. */
export function startLate(): void {
  const link = document.querySelector<HTMLLinkElement>('link[data-late]')
  requestAnimationFrame(() => setTimeout(() => link && (link.rel = link.dataset['late'] ?? '')))
}
