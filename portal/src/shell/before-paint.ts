/**
 * Runs in the head of every page of the portal, before the first paint, so that neither the other colour scheme nor the
 * links of a visitor flash. Which links are shown depends on the flag isLoggedIn alone (section 4).
 */
export const beforePaint = `try{let l=localStorage,d=document.documentElement,s=l.getItem('scheme');if(s==='light'||s==='dark')d.dataset.scheme=s;if(l.getItem('isLoggedIn')!==null)d.dataset.client=''}catch{}`

/** Offers to load the page again when its code does not arrive; `#first` is there until the first screen is. */
export const missingCode = `{let s=()=>{let u=document.getElementById('unloaded');if(u&&document.getElementById('first')){u.hidden=false;u.querySelector('button').onclick=()=>location.reload()}};addEventListener('error',e=>e.target.tagName==='SCRIPT'&&s(),true);addEventListener('vite:preloadError',s);addEventListener('unhandledrejection',s)}`
