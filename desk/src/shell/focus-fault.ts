const frames = 10

/** After a refused press the keyboard starts at the first field that is wrong, as soon as its fault is drawn. */
export function focusFault(form: HTMLElement | null, left = frames): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] input:not(:disabled)')
    if (wrong) wrong.focus()
    // A busy browser may paint before it draws what has just come.
    else if (left > 0) focusFault(form, left - 1)
  })
}
