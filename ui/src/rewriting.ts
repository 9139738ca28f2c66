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
  const change = (field: HTMLInputElement, isKey: boolean, isComposing: boolean, inputType = '') => {
    const next = rewrite(field.value, shown, isKey)
    if (!isComposing) put(field, next.shown, inputType)
    setTyped({ text: next.text, shown: isComposing ? field.value : next.shown })
    if (next.text !== value) onText(next.text)
  }
  return {
    value: shown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      // A script that fills the field sends a plain event.
      const { inputType, data, isComposing } = event.nativeEvent as Partial<InputEvent>
      const isKey = /^delete|^insertCompositionText$/.test(inputType ?? '') || data?.length === 1
      change(event.target, isKey, isComposing === true, inputType)
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => change(event.currentTarget, true, false),
    onBlur: () => setTyped(undefined),
  }
}

const figure = /[\p{L}\p{M}\p{N}]/u

/** Shows the text with the caret where `caretIn` says. */
function put(field: HTMLInputElement, text: string, inputType: string): void {
  if (field.value === text) return
  const caret = caretIn(text, field.value.slice(field.selectionStart ?? field.value.length), inputType)
  field.value = text
  field.setSelectionRange(caret, caret)
}

/**
 * Before the same letters and digits as the text `behind` it has. A comma or slash that Backspace deletes comes back, so the
 * caret passes over it: otherwise the same key would delete it again and again.
 */
export function caretIn(text: string, behind: string, inputType: string): number {
  const isFigure = (at: number) => figure.test(text[at] ?? '')
  let left = Array.from(behind).filter((each) => figure.test(each)).length
  let caret = text.length
  for (; left > 0 && caret > 0; caret -= 1) if (isFigure(caret - 1)) left -= 1
  if (/^delete.*Backward$/.test(inputType)) while (caret > 0 && !isFigure(caret - 1)) caret -= 1
  return caret
}
