import { BrandSign } from '../shell/brand-mark.tsx'
import { hero } from './landing.content.ts'
import phone390 from './picture/phone-dark-390.avif'
import phone780 from './picture/phone-dark-780.avif'
import window1040 from './picture/window-dark-1040.avif'
import window2080 from './picture/window-dark-2080.avif'
import styles from './picture.module.css'

/** A large screen of ours; its bar is drawn here, so that it carries whatever name the product goes by. */
export function Window() {
  return (
    <div className={styles.window}>
      <Bar />
      {/* Out of sight on a small screen, and then, being lazy, not fetched. */}
      <img
        src={window1040}
        srcSet={`${window1040} 1040w, ${window2080} 2080w`}
        sizes="(min-width: 64rem) 56rem, 90vw"
        alt={hero.picture.window}
        width={1040}
        height={620}
        loading="lazy"
      />
    </div>
  )
}

export function Phone() {
  return (
    <div className={styles.phone}>
      <Bar />
      <img
        src={phone390}
        srcSet={`${phone390} 390w, ${phone780} 780w`}
        sizes="(min-width: 48rem) 17rem, 19rem"
        alt={hero.picture.phone}
        width={390}
        height={720}
        loading="lazy"
      />
    </div>
  )
}

function Bar() {
  return (
    <p className={styles.bar} aria-hidden="true">
      <BrandSign ground="dark" />
    </p>
  )
}
