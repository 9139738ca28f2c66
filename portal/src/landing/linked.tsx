import { Fragment, type ReactNode } from 'react'

const place = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|scores\.sebi\.gov\.in|smartodr\.in|\+\d[\d ]{8,}\d|\b1930\b)/

/** A sentence in which every address, site and telephone number can be pressed, whoever wrote it there. */
export function Linked({ children }: { children: string }): ReactNode {
  return children
    .split(place)
    .map((part, index) => <Fragment key={index}>{index % 2 ? <a href={hrefOf(part)}>{part}</a> : part}</Fragment>)
}

function hrefOf(place: string): string {
  if (place.includes('@')) return `mailto:${place}`
  return /^[+\d]/.test(place) ? `tel:${place.replaceAll(' ', '')}` : `https://${place}`
}
