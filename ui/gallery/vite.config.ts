import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../node_modules/.vite-gallery',
  build: { cssTarget: 'chrome130', outDir: 'dist' },
})
