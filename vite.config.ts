import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressOutput, preloadFont } from './bin/web/web-build-plugins.ts'

// React changes less often than the product, and many small shared chunks cost more than one.
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: 'kit', test: /web[\\/](ui|lib)[\\/].*\.tsx?$/, minShareCount: 4, priority: 1 },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), preloadFont(), compressOutput()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    // Nothing inlined: the Content-Security-Policy knows no data: scripts or styles.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: {
        app: 'web/index.html',
        welcome: 'web/welcome/index.html',
        privacy: 'web/welcome/privacy/index.html',
        terms: 'web/welcome/terms/index.html',
      },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
})
