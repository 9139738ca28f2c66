import { useState } from 'react'
import { cx } from './dom.ts'
import styles from './avatar.module.css'

export interface AvatarProps {
  name: string
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

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

/** "Asha Devi Rao" → "AR": the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase('en-IN') ?? '').join('')
}
