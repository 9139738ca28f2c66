/** Chromium's own question whether to install; other browsers ask in a menu of theirs and never tell us. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

export function offerInstall(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-install]')
  if (!button) return
  let question: InstallEvent | undefined
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    question = event as InstallEvent
    button.hidden = false
  })
  button.addEventListener('click', () => {
    // It may be asked once.
    void question?.prompt()
    button.hidden = true
  })
}
