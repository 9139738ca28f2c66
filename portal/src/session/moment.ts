const format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', hour12: true })

/** "5 Nov 2026, 4:05 pm" (section 9). */
export function momentText(iso: string): string {
  return format.format(new Date(iso))
}
