import { productName, signPath, wordmark } from '@sauda/contract/broker/wordmark'
import styles from './brand-sign.module.css'

/** Before the name of the brand: the product's wordmark, or its sign beside the name of a broker. */
export function BrandSign({ name }: { name: string }) {
  const { top, width, height, path } = wordmark
  if (name === productName)
    return (
      <svg viewBox={`0 ${top} ${width} ${height}`} aria-hidden="true" className={styles.word}>
        <path d={path} />
      </svg>
    )
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.sign}>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <path d={signPath} />
    </svg>
  )
}
