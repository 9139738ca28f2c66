import { Button } from '@sauda/ui/button'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const saidMs = 2_000

interface CopyButtonProps {
  text: string
  /** "secret". */
  what: string
  /** Beside the value itself, where what is copied needs no words. */
  brief?: boolean
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, what, brief = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), saidMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      variant="secondary"
      size="small"
      icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      onClick={() => {
        // Without https a browser has no clipboard to give; the text stays on screen to be selected.
        void navigator.clipboard?.writeText(text).then(() => setCopied(true))
      }}
    >
      <span aria-live="polite">
        {copied ? 'Copied' : 'Copy'}
        <span className={brief ? 'visually-hidden' : undefined}>{!copied && ` ${what}`}</span>
      </span>
    </Button>
  )
}
