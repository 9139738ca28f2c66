/** Live updates. */
export function useLiveUpdates(_token: string | null): void {}
