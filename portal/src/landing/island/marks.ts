/** A mark explains itself on press without any script; a mouse need only point at it. */
export function explainMarks(): void {
  for (const mark of document.querySelectorAll<HTMLButtonElement>('button[popovertarget]')) {
    const note = mark.popoverTargetElement as HTMLElement | null
    const turn = (force: boolean) => (event: PointerEvent) => {
      if (event.pointerType === 'mouse') note?.togglePopover({ force, source: mark })
    }
    mark.parentElement?.addEventListener('pointerenter', turn(true))
    mark.parentElement?.addEventListener('pointerleave', turn(false))
  }
}
