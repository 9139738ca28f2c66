import { Button } from '@sauda/ui/button'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyWords, type Copied } from './copy-words.ts'

const saidMs = 2_000

interface CopyButtonProps {
  text: string
  what: Copied
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
  const [name, done] = copyWords[what]
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        aria-label={copied ? done : name}
        onClick={() => {
          // Without https a browser has no clipboard to give; the text stays on screen to be selected.
          void navigator.clipboard?.writeText(text).then(() => setCopied(true))
        }}
      >
        {copied ? 'Copied' : brief ? 'Copy' : name}
      </Button>
      <output className="visually-hidden">{copied && done}</output>
    </>
  )
}
