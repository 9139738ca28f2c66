import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { AmountsHidden, AmountText, Money } from './money.tsx'

const draw = (isHidden: boolean, content: React.ReactNode) =>
  renderToStaticMarkup(<AmountsHidden value={isHidden}>{content}</AmountsHidden>)
const textOf = (markup: string): string => markup.replace(/<[^>]+>/g, '')

describe('Money', () => {
  test('shows sign, rupees and paise', () => {
    expect(textOf(draw(false, <Money amount={123_456_789n} change />))).toBe('+₹12,34,567.89')
  })

  test.each([123_456_789n, -123_456_789n])('hidden, keeps the shape of %s and none of its digits', (amount) => {
    const markup = draw(true, <Money amount={amount} change />)
    expect(textOf(markup)).toBe(`${amount < 0n ? '−' : '+'}₹00,00,000.00amount hidden`)
    expect(markup).toContain('aria-hidden="true"')
    expect(markup).not.toMatch(/gain|loss/)
  })
})

describe('AmountText', () => {
  test('hides the amounts of a sentence and nothing else of it', () => {
    const text = 'Sold 30 at ₹412.50, profit +₹1,200.5'
    expect(textOf(draw(false, <AmountText>{text}</AmountText>))).toBe(text)
    expect(textOf(draw(true, <AmountText>{text}</AmountText>))).toBe(
      'Sold 30 at ₹000.00amount hidden, profit +₹0,000.0amount hidden',
    )
  })

  test('hides the amounts in each of several parts', () => {
    const parts = ['Paid ₹412.50', <b key="date">on 5 Nov</b>, false]
    expect(textOf(draw(true, <AmountText>{parts}</AmountText>))).toBe('Paid ₹000.00amount hiddenon 5 Nov')
  })

  test('hides the unit of a short amount too', () => {
    const outside = (text: string) => draw(true, <AmountText>{text}</AmountText>).replace(/<span[^]*<\/span>/, '')
    expect(['−₹1k', '+₹12.3L', '₹4Cr'].map(outside)).toEqual(['', '', ''])
  })
})
