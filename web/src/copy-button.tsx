import { Button } from '@sauda/ui/button'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const copiedMs = 2000

interface CopyButtonProps {
  text: string
  /** The whole name of the button: `Copy UPI ID`. */
  name: `Copy ${string}`
  /** The announcement afterwards: `UPI ID copied`. */
  done: `${string} copied`
  variant?: 'ghost' | 'secondary'
  /** The button shows its whole name, because nothing next to it says what is copied. */
  named?: boolean
  /** Set if the screen announces it itself. */
  onCopied?: () => void
}

/** Copies a text to the clipboard. Browsers have a clipboard over HTTPS only: without it there is no button. */
export function CopyButton({ text, name, done, variant = 'ghost', named = false, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (!clipboard) return null
  const Icon = copied ? Check : Copy
  const copy = () =>
    clipboard.writeText(text).then(
      () => {
        setCopied(true)
        onCopied?.()
      },
      () => undefined,
    )
  return (
    <>
      <Button
        variant={variant}
        size="small"
        icon={<Icon size={16} aria-hidden="true" />}
        aria-label={copied ? done : name}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : named ? name : 'Copy'}
      </Button>
      {!onCopied && <output className="visually-hidden">{copied && done}</output>}
    </>
  )
}
