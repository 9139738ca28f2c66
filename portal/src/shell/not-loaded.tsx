import { Button } from '@sauda/ui/button'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import styles from './not-loaded.module.css'

interface NotLoadedProps {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  children: ReactNode
}

/** Says in its place that a part of a screen did not load, and asks for it again. */
export function NotLoaded({ query: { isFetching, refetch }, children }: NotLoadedProps) {
  return (
    <p className={styles.line}>
      {children}
      <Button variant="secondary" size="small" onClick={() => void refetch()} loading={isFetching}>
        Try again
      </Button>
    </p>
  )
}
