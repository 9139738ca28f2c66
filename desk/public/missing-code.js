// Offers to load the page again when the desk's code does not arrive.
addEventListener(
  'error',
  (event) => {
    if (!(event.target instanceof HTMLScriptElement)) return
    const unloaded = document.getElementById('unloaded')
    unloaded.hidden = document.getElementById('root').childElementCount > 0
    unloaded.querySelector('button').addEventListener('click', () => location.reload())
  },
  true,
)
