const frames = 10

/** Focuses the first invalid field once its error is rendered. */
export function focusFirstError(form: HTMLElement | null, left = frames): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] input:not(:disabled)')
    if (wrong) wrong.focus()
    // A busy browser may paint before React renders.
    else if (left > 0) focusFirstError(form, left - 1)
  })
}
