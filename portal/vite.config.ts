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
        // What screens share comes in few files: a small file costs a slow line as much as a large one, and small ones
        // compress badly. Earlier groups take first, each with all it needs.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // What stands on every screen, and what stands around those of the account area.
            {
              name: 'frame',
              test: /portal[\\/]src[\\/](root|auth[\\/]frame)\.tsx|ui[\\/]src[\\/](button|alert-banner)\.tsx/,
            },
            { name: 'area', test: /portal[\\/]src[\\/]pages[\\/](account|bare)\.tsx/ },
            { name: 'money', test: /contract[\\/]src[\\/](money|decimal|image|refusal)\./ },
            // Few screens have a form that needs them.
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/](field|call)\./ },
            // Shared by the dialog and the OTP field, which otherwise load each other.
            {
              name: 'base-ui',
              test: /node_modules[\\/](@base-ui[\\/](utils|react[\\/](internals|utils|use-[^\\/]+))|@floating-ui)[\\/]/,
              minShareCount: 2,
            },
            { name: 'common', minShareCount: 10 },
          ],
        },
      },
    },
  },
})
