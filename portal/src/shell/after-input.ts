const mostMilliseconds = 100

/**
 * Waits for the next paint, because asking for a screen's twenty files takes longer than everything else that a click does.
 * A page that is still loading has nothing to answer, and a hidden one no frames.
 */
export async function afterInput(): Promise<void> {
  if (document.readyState !== 'complete') return
  await new Promise<void>((painted) => {
    requestAnimationFrame(() => setTimeout(painted))
    setTimeout(painted, mostMilliseconds)
  })
}
