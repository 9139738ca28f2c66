import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sentence } from './sentence.tsx'

test('inserts the values into the sentence', () => {
  const drawn = sentence('From {from} to {to}: {from} first.', { from: <b>A</b>, to: 'B' })
  expect(renderToStaticMarkup(drawn)).toBe('From <b>A</b> to B: <b>A</b> first.')
  expect(renderToStaticMarkup(sentence('{only}', { only: 1 }))).toBe('1')
})
