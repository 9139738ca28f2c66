import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/desk/',
  plugins: [react()],
  cacheDir: '../node_modules/.vite-desk',
  build: { outDir: 'dist', cssTarget: 'chrome130', modulePreload: { polyfill: false } },
  server: { port: 5174, proxy: { '/api': api, '^/(icon-|brand\\.css)': api } },
})
