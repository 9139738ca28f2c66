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
