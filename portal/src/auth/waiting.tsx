import { Skeleton } from '@sauda/ui/skeleton'
import { FieldShapes } from '../shell/field-shapes.tsx'
import { CreateAccountHead, LoginHead } from './head.tsx'
import styles from './waiting.module.css'

/** The screens of a visitor while their code is on its way: the words that stay, and the shape of the form. */
export function LoginWaiting() {
  return (
    <>
      <LoginHead />
      <Form fields={2} />
    </>
  )
}

export function CreateAccountWaiting() {
  return (
    <>
      <CreateAccountHead />
      <Form fields={6} />
    </>
  )
}

function Form({ fields }: { fields: number }) {
  return (
    <div className={styles.form}>
      <FieldShapes count={fields} />
      <Skeleton className={styles.control} />
    </div>
  )
}
