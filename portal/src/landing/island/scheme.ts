import { setScheme, storedScheme } from '@sauda/ui/scheme'

const system = matchMedia('(prefers-color-scheme: dark)')

/** The button at the page's foot: turns to the other scheme, and back to the system's. */
export function turnScheme(): void {
  const button = document.querySelector('[data-scheme-turn]')
  const isDark = (): boolean => (storedScheme() === 'system' ? system.matches : storedScheme() === 'dark')
  const show = (): void => {
    const holds =
      storedScheme() === 'system' ? '(prefers-color-scheme: dark)' : `(${isDark() ? 'min' : 'max'}-width: 0)`
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]'))
      source.media = `${source.dataset['dark'] ?? ''}${holds}`
  }
  button?.addEventListener('click', () => {
    const next = !isDark()
    setScheme(next === system.matches ? 'system' : next ? 'dark' : 'light')
    show()
  })
  system.addEventListener('change', show)
  button?.toggleAttribute('data-ready', true)
  show()
}
