import { contractDescribes } from '@sauda/contract/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { stillPages } from './still-dev.ts'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [contractDescribes(), stillPages(), reactRouter()],
  // What the server makes of the brand, beside its calls.
  server: { port: 5173, proxy: { '/api': api, '^/(icon|logo)[.-]|^/manifest\\.webmanifest': api } },
  build: {
    // Recent, so that light-dark() is not lowered.
    cssTarget: 'chrome130',
    // Every file is fetched from us: the content security policy refuses data: addresses for most kinds.
    assetsInlineLimit: 0,
    // 14 KB once and for all screens: asking for it in twenty pieces takes longer.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // What many screens share comes in few files: on a slow line a small file costs as much as a large one, and small
        // ones compress badly (20 KB gzip of an account screen).
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            { name: 'queries', test: /node_modules[\\/]@tanstack[\\/]/ },
            { name: 'money', test: /contract[\\/]src[\\/](money|decimal|image|refusal)\./ },
            // Apart from what follows: few screens have a form that needs them.
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/](field|call)\./ },
            { name: 'common', minShareCount: 10 },
          ],
        },
      },
    },
  },
})
