import { Grid, Row } from '@sauda/ui/stack'
import { CircleCheck, CircleX } from 'lucide-react'
import styles from './kyc.module.css'

const examples = [
  { text: 'Good', isGood: true },
  { text: 'Cut off', move: 'translate(-30 20)' },
  { text: 'Blurred', blur: 'blur(1.6px)' },
  { text: 'Glare', isGlaring: true },
]

/** A drawing of a good photo beside three that cannot be read. */
export function PhotoExamples() {
  return (
    <Grid as="ul" two="always" gap={3} aria-label="Good and bad photos">
      {examples.map(({ text, isGood, move, blur, isGlaring }) => (
        <li key={text} className="sm soft">
          <svg viewBox="0 0 96 64" className={styles.example} aria-hidden="true">
            <g transform={move} style={{ filter: blur }}>
              <rect x="14" y="11" width="68" height="42" rx="4" fill="var(--white)" />
              <path d="M22 21h18v20H22z" fill="var(--line-strong)" />
              <path d="M48 23h26M48 31h26M48 39h16" stroke="var(--line-strong)" strokeWidth="3" />
            </g>
            {isGlaring && (
              <ellipse cx="58" cy="28" rx="22" ry="13" fill="var(--white)" style={{ filter: 'blur(5px)' }} />
            )}
          </svg>
          <Row tight gap={1}>
            {isGood ? <CircleCheck size={16} className="gain" /> : <CircleX size={16} className="loss" />}
            {text}
          </Row>
        </li>
      ))}
    </Grid>
  )
}
