import { Button, IconButton } from '@sauda/ui/button'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const shownMs = 2000

interface CopyButtonProps {
  text: string
  /** The whole name of the button: `Copy UPI ID`. */
  name: `Copy ${string}`
  /** The announcement afterwards: `UPI ID copied`. */
  done: `${string} copied`
  variant?: 'ghost' | 'secondary'
  /** The button shows its whole name, because nothing next to it says what is copied. */
  named?: boolean
  /** Only its icon, beside the text that it copies. */
  icon?: boolean
  /** Set if the screen announces it itself. */
  onCopied?: () => void
}

/** Browsers have this over HTTPS only, not in a local network without it. */
const clipboardOf = () => (navigator as { readonly clipboard?: Clipboard }).clipboard

/** Copies what is selected in a field of its own, as browsers did before they had a clipboard. */
function copySelected(text: string): void {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  // Inside the dialog, because everything else on the page is inert.
  ;(focused?.parentElement ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  if (!isCopied) throw new Error('The browser did not copy the text')
}

/** Copies a text to the clipboard. */
export function CopyButton({
  text,
  name,
  done,
  variant = 'ghost',
  named = false,
  icon = false,
  onCopied,
}: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!result) return undefined
    const timer = setTimeout(() => setResult(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [result])
  const copied = result === 'copied'
  const failed = result === 'failed' && 'Could not be copied'
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await (clipboardOf()?.writeText(text) ?? copySelected(text))
      setResult('copied')
      onCopied?.()
    } catch {
      setResult('failed')
    }
  }
  const Sign = <Icon size={16} aria-hidden="true" />
  if (icon)
    return (
      <>
        <IconButton label={copied ? done : failed || name} icon={Sign} onClick={() => void copy()} />
        <output className="visually-hidden">{failed || (copied && done)}</output>
      </>
    )
  return (
    <>
      <Button
        variant={variant}
        size="small"
        icon={Sign}
        aria-label={copied ? done : failed || name}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : failed || (named ? name : 'Copy')}
      </Button>
      <output className="visually-hidden">{failed || (copied && !onCopied && done)}</output>
    </>
  )
}
