/**
 * Runs in the head of every page of the portal, before the first paint: a chosen scheme must not flash the other one, nor
 * the start page the links of a visitor. Which links those are depends on the flag isLoggedIn alone (section 4).
 */
export const beforePaint = `try{let l=localStorage,d=document.documentElement,s=l.getItem('scheme');if(s==='light'||s==='dark')d.dataset.scheme=s;if(l.getItem('isLoggedIn')!==null)d.dataset.client=''}catch{}`
