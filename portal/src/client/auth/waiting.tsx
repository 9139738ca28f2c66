import { FieldSkeletons, Skeleton } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import type { ReactNode } from 'react'
import { OpeningSteps } from '../../shell/steps.tsx'
import styles from './auth.module.css'

export function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={`soft balance ${styles.under}`}>{children}</p>
    </>
  )
}

export const loginHead = <Head title="Log in">Welcome back! Please login to your account.</Head>

export const createAccountHead = (
  <>
    <OpeningSteps current={0} />
    <Head title="Create an account">
      Open your demat account in a few minutes. You’ll need your PAN and Aadhaar cards.
    </Head>
  </>
)

/** In place of a form, until its code is loaded. */
export function FormWaiting({ head, fields, children }: { head: ReactNode; fields: number; children?: ReactNode }) {
  return (
    <>
      {head}
      <Stack gap={5}>
        <FieldSkeletons count={fields} gap={5} />
        <Skeleton className={styles.control} />
      </Stack>
      {children}
    </>
  )
}
