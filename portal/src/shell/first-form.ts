import { flushSync } from 'react-dom'

/** Replaces the prerendered form by the screen, once no keyboard composes a word, which moving the focus would end. */
export const replaceForm = (first: HTMLElement, render: () => HTMLElement | null): void =>
  afterComposition(() => {
    const screen = render()
    if (screen) carryOver(first, screen)
  })

/** What was typed and pressed, and the focus. */
function carryOver(first: HTMLElement, screen: HTMLElement): void {
  const { activeElement } = document
  // The state must have the values before a press sends them.
  flushSync(() => {
    for (const field of first.querySelectorAll('input')) {
      const next = screen.querySelector<HTMLInputElement>(`input[name="${field.name}"]`)
      if (next && field.checked !== next.checked) next.click()
      if (next && field.value !== next.value) type(next, field.value)
      if (!next || field !== activeElement) continue
      next.focus({ preventScroll: true })
      // Fields for an e-mail address have no selection.
      if (field.selectionStart !== null) next.setSelectionRange(field.selectionStart, field.selectionEnd)
    }
  })
  const buttonOf = (text: string | null | undefined) =>
    [...screen.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  if (activeElement instanceof HTMLButtonElement) buttonOf(activeElement.textContent)?.focus({ preventScroll: true })
  first.remove()
  buttonOf(document.documentElement.dataset['pressed'])?.click()
}

/** As from the keyboard: React ignores a value that was set through the element itself. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function afterComposition(then: () => void): void {
  if (document.documentElement.dataset['composing'] === undefined) return then()
  const stop = new AbortController()
  const goOn = (): void => {
    stop.abort()
    setTimeout(then)
  }
  for (const event of ['compositionend', 'click']) addEventListener(event, goOn, { signal: stop.signal, capture: true })
}
