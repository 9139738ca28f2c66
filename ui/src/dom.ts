/** Joins the class names that are set. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** The key that was pressed; empty for keys with which a keyboard ends or corrects a word that it composes. */
export const pressedKey = (event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>): string =>
  // Safari reports the end of a word only by this code.
  event.isComposing || event.keyCode === 229 ? '' : event.key

export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Call before a request; the returned function says whether the focus has stayed there, so that it may be moved. */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  // If the focused element was removed meanwhile, the focus is on the body.
  return () => document.activeElement === before || document.activeElement === document.body
}
