import type { ChangeEvent } from 'react'

/** Rewrites what was typed and keeps the caret where the person is typing; answers the new text. */
export function retype(event: ChangeEvent<HTMLInputElement>, rewrite: (text: string) => string): string {
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
