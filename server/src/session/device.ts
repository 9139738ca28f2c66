const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome on Android": lets clients recognise their devices without fingerprinting them. */
export function deviceName(userAgent: string): string {
  const named = (list: readonly [RegExp, string][], other: string) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other
  return `${named(browsers, 'Unknown browser')} on ${named(systems, 'unknown system')}`
}
