import type { Right } from '@sauda/contract/call'
import { EmptyState } from '@sauda/ui/empty-state'
import { PageHeader, type PageHeaderProps } from '@sauda/ui/page-header'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Title } from './brand.tsx'
import { useCan } from './me.ts'
import styles from './page.module.css'

interface PageProps extends Omit<PageHeaderProps, 'title'> {
  title: string
  right?: Right
  children: ReactNode
}

export function Page({ title, right, actions, children, ...header }: PageProps) {
  const can = useCan()
  return (
    <div className={styles.page}>
      <Title>{title}</Title>
      <PageHeader title={title} actions={right && !can(right) ? undefined : actions} {...header} />
      {right ? <RequireRight right={right}>{children}</RequireRight> : children}
    </div>
  )
}

export function RequireRight({ right, children }: { right: Right; children: ReactNode }) {
  const can = useCan()
  if (can(right)) return children
  return (
    <EmptyState title="Your role does not include this page" icon={<Lock />}>
      Ask an administrator for access.
    </EmptyState>
  )
}
