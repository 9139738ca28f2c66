const figures = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** 1,000, then lakh and crore: "₹5 L". */
export function axisText(value: number, unit: string): string {
  const size = Math.abs(value)
  const [figure, name] = size >= 1e7 ? [size / 1e7, ' Cr'] : size >= 1e5 ? [size / 1e5, ' L'] : [size, '']
  const text = figures.format(figure)
  return `${value < 0 ? '−' : ''}${unit}${text}${name}`
}
