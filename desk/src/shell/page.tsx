import type { Right } from '@sauda/contract/call'
import { PageHeader, type PageHeaderProps } from '@sauda/ui/page-header'
import type { ReactNode } from 'react'
import { useCan } from './me.ts'
import { RequireRight } from './require-right.tsx'
import { Title } from './title.tsx'
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
