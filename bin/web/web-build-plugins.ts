import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { HtmlTagDescriptor, Plugin, ResolvedConfig } from 'vite'

/** The text font is needed by the first paint, and found late: only the stylesheet names it. */
export const preloadFont = (): Plugin => ({
  name: 'goodword-preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }): HtmlTagDescriptor[] =>
      Object.keys(bundle ?? {})
        .filter((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head-prepend',
        })),
  },
})

/** Writes a .br and a .gz beside each text file, so that no request pays for compression. */
export const compressOutput = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'goodword-compress-output',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: () => compressFolder(resolve(config.root, config.build.outDir)),
  }
}

const compressFolder = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compressFolder(path)
    else if (/\.(js|css|html|svg|json|txt)$/.test(name)) compressFile(path)
  }
}

const compressFile = (path: string): void => {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
}
