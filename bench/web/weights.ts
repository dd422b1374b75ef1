import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WEB_FOLDER } from '../../bin/build-web.ts'
import { filesOf, readManifest, SCREEN_MODULES } from '../../server/pages/web-preloads.ts'
import { printFigure } from './print-figure.ts'

const KB = 1000
const DASHBOARD_KB = 140

/** What the browser fetches of each screen before it can show it; fonts and pictures come on top. */
export const printWeights = (): void => {
  const manifest = readManifest(WEB_FOLDER)
  console.log("\nJavaScript and styles of a screen's first load, gzip")
  for (const [path, modules] of Object.entries(SCREEN_MODULES)) {
    const { scripts, styles } = filesOf(manifest, ['index.html', ...modules])
    const [script, style] = [kilobytes(scripts), kilobytes(styles)]
    const note = `JavaScript ${script.toFixed(1)}, styles ${style.toFixed(1)}`
    printFigure(path, script + style, 'kB', path === '/dashboard' ? DASHBOARD_KB : undefined, note)
  }
}

const kilobytes = (files: Set<string>): number =>
  [...files].reduce((sum, file) => sum + readFileSync(join(WEB_FOLDER, `${file}.gz`)).length, 0) / KB
