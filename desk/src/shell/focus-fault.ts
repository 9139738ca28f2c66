/** After a refused press the keyboard starts at the first field that is wrong, once its fault is drawn. */
export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] input:not(:disabled)')?.focus(),
  )
}
