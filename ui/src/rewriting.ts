import { useState, type ChangeEvent, type CompositionEvent } from 'react'

/** What a field means (`text`) and what it shows. */
export interface Rewritten {
  readonly text: string
  readonly shown: string
}

type Rewrite = (typed: string, before: string, isKey: boolean) => Rewritten

/**
 * The props of an input that rewrites what is typed. While a keyboard composes a word, the field shows what was typed:
 * changing it then repeats the letters. `isKey`: one character was typed or something deleted, not pasted or filled in.
 */
export function useRewriting(
  value: string,
  show: (text: string) => string,
  rewrite: Rewrite,
  onText: (text: string) => void,
) {
  const [typed, setTyped] = useState<Rewritten>()
  const shown = typed?.text === value ? typed.shown : show(value)
  const change = (field: HTMLInputElement, isKey: boolean, isComposing: boolean) => {
    const next = rewrite(field.value, shown, isKey)
    if (!isComposing) put(field, next.shown)
    setTyped({ text: next.text, shown: isComposing ? field.value : next.shown })
    if (next.text !== value) onText(next.text)
  }
  return {
    value: shown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      // A script that fills the field sends a plain event.
      const { inputType, data, isComposing } = event.nativeEvent as Partial<InputEvent>
      const isKey = /^delete|^insertCompositionText$/.test(inputType ?? '') || data?.length === 1
      change(event.target, isKey, isComposing === true)
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => change(event.currentTarget, true, false),
    onBlur: () => setTyped(undefined),
  }
}

const figure = /[\p{L}\p{M}\p{N}]/u

/** Shows the text with the caret before the same letters and digits. */
function put(field: HTMLInputElement, text: string): void {
  if (field.value === text) return
  const behind = Array.from(field.value.slice(field.selectionStart ?? field.value.length)).filter((each) =>
    figure.test(each),
  )
  let caret = text.length
  for (let left = behind.length; left > 0 && caret > 0; caret -= 1) if (figure.test(text[caret - 1] ?? '')) left -= 1
  field.value = text
  field.setSelectionRange(caret, caret)
}
