import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressOutput, preloadFont } from './bin/web-build-plugins.ts'

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
    rollupOptions: { input: { app: 'web/index.html', welcome: 'web/welcome/index.html' } },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
