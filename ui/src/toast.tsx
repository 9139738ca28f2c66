import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import 'react-toastify/ReactToastify.css'
// This entry injects no <style>, which our content security policy forbids.
import {
  Slide,
  ToastContainer,
  toast,
  type CloseButtonProps,
  type Id,
  type ToastOptions,
} from 'react-toastify/unstyled'
import { AmountText } from './money.tsx'
import './toast.css'

type Tone = 'success' | 'error' | 'info'

// Section 9 of the specification: the general toast and the toast of a saved setting.
const application: ToastOptions = { position: 'top-center', autoClose: 2000, theme: 'dark' }
const saved: ToastOptions = { autoClose: 3000 }

const shown = new Map<string, { id: Id; at: number }>()
const sameMilliseconds = 500

/** Shows a message that two callers report at once only once; the same message later replaces the toast still shown. */
function show(tone: Tone, message: string, options?: ToastOptions, content: ReactNode = message): void {
  const key = `${tone}:${message}`
  const before = shown.get(key)
  if (before && Date.now() - before.at < sameMilliseconds) return
  if (before) toast.dismiss(before.id)
  shown.set(key, { id: toast[tone](content, options), at: Date.now() })
}

/** The application's toast: top-centre, dark, 2 seconds. */
export const appToast = {
  success: (message: string) => show('success', message, application),
  error: (message: string) => show('error', message, application),
  info: (message: string) => show('info', message, application),
}

/** A setting was saved: top-right, light, 3 seconds. */
export function savedToast(message: string): void {
  show('success', message, saved)
}

/** A message and a link to what it is about: top-right, light, 5 seconds. */
export function linkToast(message: string, link: ReactNode): void {
  show(
    'info',
    message,
    undefined,
    // One item of the toast's row, so that the link is not squeezed beside the text.
    <span>
      <AmountText>{message}</AmountText> {link}
    </span>,
  )
}

/** Mount once. Alt+T moves the focus to the toasts. Outside the root, because an open dialog makes the root inert. */
export function ToastHost() {
  return createPortal(
    <ToastContainer
      position="top-right"
      autoClose={5000}
      closeButton={CloseButton}
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      theme="light"
      role="alert"
      transition={Slide}
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      aria-label="Notifications Alt+T"
    />,
    document.body,
  )
}

// Not "Close", which is a dialog's button; an attribute, so that the toast's text is only its message.
function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="Toastify__close-button" aria-label="Dismiss message" onClick={closeToast}>
      <X aria-hidden="true" />
    </button>
  )
}
