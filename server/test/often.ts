/** `npm run nightly` sets it. */
export const isNightly = process.env['NIGHTLY'] === 'on'

/** How often a test with random data runs: in `npm test` as few times as find a planted fault, many at night. `SEQUENCES` sets another number. */
export const often = (usual: number, nightly: number): number =>
  Number(process.env['SEQUENCES'] ?? (isNightly ? nightly : usual))
