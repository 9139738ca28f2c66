/** A picture 100 wide and 24 high. */
const [wide, high] = [100, 24]

/** Percents this far apart fill the height: a position that hardly moves must not look wild. */
const leastSpan = 2

/** The newest at the right edge; as long as there are few the line is short. `slots` is how many fill the width. */
export function sparkPoints(known: readonly number[], slots: number): string {
  // One number alone is a short level line: of one point nothing would be drawn.
  const trail = known.length === 1 ? [...known, ...known] : known
  const [low, top] = [Math.min(...trail), Math.max(...trail)]
  const span = Math.max(top - low, leastSpan)
  const ceiling = (top + low + span) / 2
  return trail
    .map((value, index) => {
      const x = wide - ((trail.length - 1 - index) / (slots - 1)) * wide
      return `${round(x)},${round(((ceiling - value) / span) * high)}`
    })
    .join(' ')
}

const round = (value: number): number => Math.round(value * 10) / 10
