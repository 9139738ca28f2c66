import { useState } from 'react'
import { cx } from './cx.ts'
import { initials } from './initials.ts'
import styles from './avatar.module.css'

export interface AvatarProps {
  name: string
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** A face, or initials where there is none or it fails to load. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shows = src && src !== failed
  return (
    <span className={cx(styles.avatar, size !== 'medium' && styles[size])}>
      {shows ? (
        <img src={src} alt={name} onError={() => setFailed(src)} />
      ) : (
        <>
          <span aria-hidden="true">{initials(name)}</span>
          <span className="visually-hidden">{name}</span>
        </>
      )}
    </span>
  )
}
