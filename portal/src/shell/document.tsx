import type { Brand } from '@sauda/contract/broker/health'
import type { ReactNode } from 'react'

interface DocumentProps {
  title: string
  description: string
  brand: Brand
  /** CSS inside the page, so that the first paint waits for no other file. */
  styles: readonly string[]
  font: string | undefined
  script: string
  themeColors: ReactNode
  head?: ReactNode
  children: ReactNode
}

export function Document({ title, description, brand, styles, font, ...props }: DocumentProps) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href="/icon-64.png" sizes="64x64" type="image/png" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="apple-mobile-web-app-title" content={brand.name} />
        {props.themeColors}
        {font && <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />}
        <script dangerouslySetInnerHTML={{ __html: props.script }} />
        {styles.map((style) => (
          <style key={style} dangerouslySetInnerHTML={{ __html: style }} />
        ))}
        {props.head}
      </head>
      <body>{props.children}</body>
    </html>
  )
}

/**
 * Runs in the head of every page of the portal, before the first paint, so that neither the other colour scheme nor the
 * links of a visitor flash. Which links are shown depends on the flag isLoggedIn alone (section 4).
 */
export const beforePaint = `try{let l=localStorage,d=document.documentElement,s=l.getItem('scheme');if(s==='light'||s==='dark')d.dataset.scheme=s;if(l.getItem('isLoggedIn')!==null)d.dataset.client=''}catch{}`

/** Offers to load the page again when its code does not arrive; `#first` is there until the first screen is. */
export const missingCode = `{let s=()=>{let u=document.getElementById('unloaded');if(u&&document.getElementById('first')){u.hidden=false;u.querySelector('button').onclick=()=>location.reload()}};addEventListener('error',e=>e.target.tagName==='SCRIPT'&&s(),true);addEventListener('vite:preloadError',s);addEventListener('unhandledrejection',s)}`

/**
 * For a form that is there before its code: it is never sent by the browser, and what is pressed is remembered for the screen
 * that replaces it (see first-form.ts).
 */
export const formBeforeCode = `{let r=document.documentElement.dataset,f=e=>e.target.closest?.('#first'),p=b=>{if(b)r.pressed=b.textContent};addEventListener('submit',e=>{if(f(e)){e.preventDefault();p(e.target.querySelector('[type=submit]'))}},true);addEventListener('click',e=>f(e)&&p(e.target.closest('button')),true);addEventListener('input',e=>{if(f(e))delete r.pressed},true);addEventListener('compositionstart',()=>r.composing='',true);addEventListener('compositionend',()=>delete r.composing,true)}`

/** Loads the code named in `#code`, the entry first, once the page is painted; a hidden page is not painted. */
export const codeAfterPaint = `addEventListener('DOMContentLoaded',()=>{let d=document,c=d.getElementById('code'),l=()=>{let f=JSON.parse(c.textContent);for(let href of f)d.head.append(Object.assign(d.createElement('link'),{rel:'modulepreload',href}));import(f[0])};if(c)d.hidden?l():requestAnimationFrame(()=>requestAnimationFrame(l))})`
