import { X } from 'lucide-react'
import 'react-toastify/ReactToastify.css'
// the entry that injects no <style>, which a strict style-src would refuse
import {
  Slide,
  ToastContainer,
  toast,
  type CloseButtonProps,
  type Id,
  type ToastOptions,
} from 'react-toastify/unstyled'
import './toast.css'

type Tone = 'success' | 'error' | 'info'

// Specification, section 9: the general toast, and the one a saved setting shows.
const application: ToastOptions = { position: 'top-center', autoClose: 2000, theme: 'dark' }
const saved: ToastOptions = { autoClose: 3000 }

const shown = new Map<string, { id: Id; at: number }>()
const sameMilliseconds = 500

/** One event told by two callers is one toast; the same words for a later one replace those still standing. */
function show(tone: Tone, message: string, options?: ToastOptions): void {
  const words = `${tone}:${message}`
  const before = shown.get(words)
  if (before && Date.now() - before.at < sameMilliseconds) return
  if (before) toast.dismiss(before.id)
  shown.set(words, { id: toast[tone](message, options), at: Date.now() })
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

/** Anything else: top-right, light, 5 seconds. */
export const pageToast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
}

/** Mounted once, beside the routes. Alt+T moves focus to the toasts. */
export function ToastHost() {
  return (
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
    />
  )
}

// named apart from a dialog's "Close", by attribute so that the toast's text is its message alone
function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="Toastify__close-button" aria-label="Dismiss message" onClick={closeToast}>
      <X aria-hidden="true" />
    </button>
  )
}
