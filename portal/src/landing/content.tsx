import { Fragment, type ReactNode, createContext, use } from 'react'
import type { PageContent } from '@sauda/contract/broker/page-content'

export const ContentContext = createContext<PageContent | undefined>(undefined)

/** The broker's own content of the public pages, or the default. */
export function useContent(): PageContent {
  const content = use(ContentContext)
  if (!content) throw new Error('The public pages are rendered without their content')
  return content
}

const place = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|scores\.sebi\.gov\.in|smartodr\.in|\+\d[\d ]{8,}\d|\b1930\b)/

/** A sentence with its e-mail addresses, sites and telephone numbers as links. */
export function Linked({ children }: { children: string }): ReactNode {
  return children
    .split(place)
    .map((part, index) => <Fragment key={index}>{index % 2 ? <a href={hrefOf(part)}>{part}</a> : part}</Fragment>)
}

function hrefOf(place: string): string {
  if (place.includes('@')) return `mailto:${place}`
  return /^[+\d]/.test(place) ? `tel:${place.replaceAll(' ', '')}` : `https://${place}`
}

/** Fills the places of a sentence such as `Ask {officer} first.`; throws for a place without a value. */
export function fill(sentence: string, words: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, place: string) => {
    const word = words[place]
    if (word === undefined) throw new Error(`No value for {${place}} in: ${sentence}`)
    return word
  })
}

/** With what every text names in braces. */
export function filled<Value>(value: Value, words: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string') return fill(value, words) as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, words)) as Value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item as unknown, words)])) as Value
}
