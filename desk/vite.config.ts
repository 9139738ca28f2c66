import { contractDescribes } from '@sauda/contract/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/desk/',
  plugins: [contractDescribes(), react()],
  cacheDir: '../node_modules/.vite-desk',
  build: { outDir: 'dist', cssTarget: 'chrome130', modulePreload: { polyfill: false } },
  server: { port: 5174, proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' } },
})
