import { expect, test } from 'vitest'
import { everyone, isChosen, nobody, toggled } from './settlement-choice.ts'

test('clients of a page that is loaded later are chosen like the others', () => {
  const chosen = (choice: typeof everyone) => ['1', '2', 'of the next page'].filter((id) => isChosen(choice, id))
  expect(chosen(everyone)).toEqual(['1', '2', 'of the next page'])
  expect(chosen(toggled(everyone, '2'))).toEqual(['1', 'of the next page'])
  expect(chosen(nobody)).toEqual([])
  expect(chosen(toggled(nobody, '2'))).toEqual(['2'])
  expect(chosen(toggled(toggled(nobody, '2'), '2'))).toEqual([])
})
