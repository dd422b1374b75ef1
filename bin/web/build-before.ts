import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ROOT } from '../build-if-changed.ts'

/** Draws the public pages as they are before their script has run, into the folder of the built screens. */
const buildBefore = async (folder: string): Promise<void> => {
  // Inside of the tree, where its imports find the packages.
  const outDir = mkdtempSync(join(ROOT, 'dist', '.before-'))
  try {
    await build({
      root: join(ROOT, 'web'),
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: { ssr: 'screens/before-pages.tsx', outDir, emptyOutDir: true },
    })
    const { drawBeforePages } = (await import(join(outDir, 'before-pages.js'))) as {
      drawBeforePages: () => Record<string, string>
    }
    writeFileSync(join(folder, 'before.json'), JSON.stringify(drawBeforePages()))
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

await buildBefore(resolve(process.argv[2]!))
// What the screens listen to would keep this process alive.
process.exit(0)
