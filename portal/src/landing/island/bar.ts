/** The bar over the hero turns black once about 30 % of the hero has scrolled away (section 9). */
export function watchBar(): void {
  const bar = document.querySelector('[data-bar="hero"]')
  const from = document.querySelector('[data-black-from]')
  if (!bar || !from) return
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-black', entry !== undefined && entry.boundingClientRect.top < 0),
  ).observe(from)
}
