/** Whether a dropped file fits an accept attribute; the browser checks only chosen ones. */
export function acceptsFile(file: { name: string; type: string }, accept: string | undefined): boolean {
  if (!accept) return true
  return accept.split(',').some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted)
    if (wanted.endsWith('/*')) return file.type.toLowerCase().startsWith(wanted.slice(0, -1))
    return file.type.toLowerCase() === wanted
  })
}

/** 734003 → "717 KB". */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(Math.round((bytes * 10) / (1024 * 1024)) / 10).toLocaleString('en-IN')} MB`
}
