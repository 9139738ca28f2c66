import { CopyButton } from '@sauda/web/copy-button'
import type { ComponentProps, ReactNode } from 'react'
import layout from './layout.module.css'

interface CopyableProps extends Pick<ComponentProps<typeof CopyButton>, 'text' | 'name' | 'done'> {
  children?: ReactNode
}

export function Copyable({ text, name, done, children = text }: CopyableProps) {
  return (
    <div className={layout.copyable}>
      <span>{children}</span>
      <CopyButton text={text} name={name} done={done} variant="secondary" />
    </div>
  )
}

/** A line of a description list with a copy button; no line without a value. */
export const copyFact = (term: string, text: string | undefined, name: `Copy ${string}`, done: `${string} copied`) =>
  text === undefined ? [] : [{ term, value: <Copyable text={text} name={name} done={done} /> }]
