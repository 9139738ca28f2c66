/** Reads something and applies it, unless a read that began later was applied meanwhile: the older one would undo a change. */
export function latestRead<Args extends unknown[], T>(
  read: (...args: Args) => Promise<T>,
  apply: (value: T) => void,
): (...args: Args) => Promise<void> {
  let [begun, applied] = [0, 0]
  return async (...args) => {
    const number = ++begun
    const value = await read(...args)
    if (number < applied) return
    applied = number
    apply(value)
  }
}
