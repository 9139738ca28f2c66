/**
 * Runs in the head of every page of the portal, before the first paint: a chosen scheme must not flash the other one, nor
 * the start page the links of a visitor. Which links those are depends on the flag isLoggedIn alone (section 4).
 */
export const beforePaint = `try{let l=localStorage,d=document.documentElement,s=l.getItem('scheme');if(s==='light'||s==='dark')d.dataset.scheme=s;if(l.getItem('isLoggedIn')!==null)d.dataset.client=''}catch{}`

/**
 * A page whose code does not come whole, on a line that breaks or from a version that is gone, says so instead of waiting
 * for ever. Runs in the head, because by then nothing else may; `#first` stands there until the code has come.
 */
export const missedCode = `{let s=()=>{let u=document.getElementById('unloaded');if(u&&document.getElementById('first')){u.hidden=false;u.querySelector('button').onclick=()=>location.reload()}};addEventListener('error',e=>e.target.tagName==='SCRIPT'&&s(),true);addEventListener('unhandledrejection',s)}`
