/**
 * Starts the page's scripts, and asks for its manifest, once its first paint stands, so that on a slow line nothing competes
 * with it. A page that is not being looked at is never painted, so it does not wait for long.
 */
const starter = `{let d=document,begun,go=()=>{if(begun)return;begun=1;for(let l of d.querySelectorAll('link[data-late]'))l.rel=l.dataset.late||'modulepreload';let s=d.createElement('script');s.type='module';s.textContent=d.querySelector('script[type="text/late"]').textContent;d.body.append(s)};requestAnimationFrame(()=>setTimeout(go));setTimeout(go,300)}`

/** Turns what starts with the page into what starts after its first paint; `scripts` are fetched beside those it names. */
export function startedLate(page: string, scripts: readonly string[]): string {
  const own = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)"\/>/g)].map((match) => match[1] ?? '')
  const links = [...new Set([...own, ...scripts])].map((script) => `<link data-late="" rel="late" href="${script}"/>`)
  const late = page
    .replaceAll(/<link rel="modulepreload" href="[^"]+"\/>/g, '')
    .replace('<script type="module" async="">', '<script type="text/late">')
  if (late === page) throw new Error('The portal’s page starts in another way than it did')
  return late
    .replace('<link rel="manifest"', '<link data-late="manifest" rel="late"')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('</body>', () => `<script>${starter}</script></body>`)
}
