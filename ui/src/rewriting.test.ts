import { expect, test } from 'vitest'
import { caretIn } from './rewriting.ts'

const after = (text: string, caret: number) => `${text.slice(0, caret)}|${text.slice(caret)}`

test.each([
  ['1,234', '34', 'insertText', '1,2|34'],
  ['12,34,567', '567', 'deleteContentBackward', '12,34|,567'],
  ['12,34,567', '567', 'deleteContentForward', '12,34,|567'],
  ['05/11/2026', '2026', 'deleteContentBackward', '05/11|/2026'],
  ['05/11/2026', '11/2026', 'deleteContentForward', '05/|11/2026'],
  ['1,234.', '.', 'deleteContentBackward', '1,234|.'],
  ['', '', 'deleteContentBackward', '|'],
])('in %j before %j after %s the caret is at %j', (text, behind, inputType, shown) => {
  expect(after(text, caretIn(text, behind, inputType))).toBe(shown)
})
