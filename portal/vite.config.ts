import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  server: { port: 5173, proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' } },
  build: {
    // Recent, so that light-dark() is not lowered.
    cssTarget: 'chrome130',
    // Every file is fetched from us: the content security policy refuses data: addresses for most kinds.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file that changes only with its libraries, and 4 KB gzip less than in pieces.
        codeSplitting: {
          groups: [{ name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ }],
        },
      },
    },
  },
})
