/** Begins where somebody asks; with the answer it says whether they are still there, so that the focus may be moved. */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  // What had the focus may have gone with the question: then it is nowhere, which is the body.
  return () => document.activeElement === before || document.activeElement === document.body
}
