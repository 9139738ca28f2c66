import styles from './email.module.css'

/** An address in a table: it breaks, at best before its "@", before it pushes other columns out of sight. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span className={styles.email}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}
