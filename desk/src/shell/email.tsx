import styles from './email.module.css'

/** An address in a table: it breaks before it pushes other columns out of sight. */
export function Email({ children }: { children: string }) {
  return <span className={styles.email}>{children}</span>
}
