import { FieldSkeletons, Skeleton } from '@sauda/ui/skeleton'
import styles from './auth.module.css'

export function LoginHead() {
  return (
    <>
      <h1 tabIndex={-1}>Log in</h1>
      <p className={`${styles.lead} ${styles.under}`}>Welcome back! Please login to your account.</p>
    </>
  )
}

export function CreateAccountHead() {
  return (
    <>
      <h1 tabIndex={-1}>Create an account</h1>
      <p className={`${styles.lead} ${styles.under}`}>
        Open your demat account in a few minutes. You’ll need your PAN and Aadhaar cards.
      </p>
    </>
  )
}

export function LoginWaiting() {
  return (
    <>
      <LoginHead />
      <FormShape fields={2} />
    </>
  )
}

export function CreateAccountWaiting() {
  return (
    <>
      <CreateAccountHead />
      <FormShape fields={6} />
    </>
  )
}

function FormShape({ fields }: { fields: number }) {
  return (
    <div className={styles.form}>
      <FieldSkeletons count={fields} className={styles.form} />
      <Skeleton className={styles.control} />
    </div>
  )
}
