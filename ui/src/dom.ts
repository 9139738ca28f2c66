import type { ChangeEvent } from 'react'

/** Joins the class names that are set. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Rewrites a field's text as it is typed, without moving the caret; returns the new text. */
export function rewriteInput(event: ChangeEvent<HTMLInputElement>, rewrite: (text: string) => string): string {
  const field = event.target
  const caret = field.selectionStart ?? field.value.length
  const before = rewrite(field.value.slice(0, caret))
  const text = rewrite(field.value)
  if (text !== field.value) {
    field.value = text
    field.setSelectionRange(before.length, before.length)
  }
  return text
}

export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Call before a request; the returned function says whether the focus has stayed there, so that it may be moved. */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  // If the focused element was removed meanwhile, the focus is on the body.
  return () => document.activeElement === before || document.activeElement === document.body
}
