import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { kitOfAll, kitOfDoors } from './bin/web/shared-chunks.ts'
import { compressOutput, preloadFont } from './bin/web/web-build-plugins.ts'

// React changes less often than the product, and many small shared chunks cost more than one. What only pages behind
// the sign-in share is a chunk of its own: no public page fetches it.
const OURS = /@tanstack[\\/]|web[\\/].*\.tsx?$/
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
  { name: kitOfAll, debugName: 'kit', test: OURS, minShareCount: 4, priority: 2 },
  { name: kitOfDoors, debugName: 'doors', test: OURS, minShareCount: 4, priority: 1.5 },
  { name: 'inside', test: OURS, minShareCount: 4, priority: 1 },
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
      output: {
        // Each page's chunk holds the names of many others: seven letters tell versions apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
})
