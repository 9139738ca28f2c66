import { Button } from '@sauda/ui/button'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const saidMilliseconds = 2000

interface CopyButtonProps {
  text: string
  /** The button's whole name, beginning with Copy: `Copy UPI ID`. */
  name: `Copy ${string}`
  /** What is true afterwards: `UPI ID copied`. */
  done: `${string} copied`
  /** Where the screen says it itself. */
  onCopied?: () => void
}

/** Puts a text on the clipboard and says so; without https a browser offers no clipboard, and then no button stands here. */
export function CopyButton({ text, name, done, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), saidMilliseconds)
    return () => clearTimeout(timer)
  }, [copied])
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard
  if (!clipboard) return null
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<Icon size={16} aria-hidden="true" />}
        aria-label={copied ? done : name}
        onClick={() =>
          void clipboard.writeText(text).then(
            () => {
              setCopied(true)
              onCopied?.()
            },
            () => undefined,
          )
        }
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      {!onCopied && <output className="visually-hidden">{copied && done}</output>}
    </>
  )
}
