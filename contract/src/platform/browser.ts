/** browser: in which browsers the screens run, for the build, for the check before anything else, and for the page that says so. */

/** The first with `light-dark()`, popovers, `Map.groupBy` and `AbortSignal.any`; the build uses what they have. */
export const buildTargets = ['chrome123', 'edge123', 'firefox125', 'safari17.5']
export const minimumBrowsers =
  'Chrome or Edge 123, Samsung Internet 27, Firefox 125, Safari 17.5 (iPhone and iPad: iOS 17.5), or newer'

export const browserPath = '/browser'
export const browserCheckPath = '/browser-check.js'

/** In the JavaScript of 2009, which every browser understands. */
export const browserCheck = `if(!(window.CSS&&CSS.supports&&CSS.supports('color','light-dark(red,red)')&&HTMLElement.prototype.showPopover&&Map.groupBy&&window.AbortSignal&&AbortSignal.any))location.replace('${browserPath}');`
