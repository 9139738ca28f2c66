import { Link } from 'react-router'
import { useBrand } from './brand.ts'
import styles from './brand-mark.module.css'

/** The product's sign and name, leading to the start page. */
export function BrandMark() {
  const { name } = useBrand()
  return (
    <Link to="/" className={styles.brand}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="currentColor" />
        <path d="M6.5 15.5 10.5 10l3.5 3 3.5-5.5" />
      </svg>
      {name}
    </Link>
  )
}
