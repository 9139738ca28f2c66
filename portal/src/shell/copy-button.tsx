import { Button } from '@sauda/ui/button'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const saidMilliseconds = 2000

/** Puts a text on the clipboard and says so; without https a browser offers no clipboard, and then no button stands here. */
export function CopyButton({ text, what, onCopied }: { text: string; what: string; onCopied?: () => void }) {
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
    <Button
      variant="ghost"
      size="small"
      icon={<Icon size={16} aria-hidden="true" />}
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
      <span aria-live="polite">
        {copied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {what}</span>
      </span>
    </Button>
  )
}
