import { encode } from 'fast-png'
import { encodeQR } from 'qr'

/** White modules around a code: scanners need four to find it. */
export const QUIET_MODULES = 4
// A multiple of eight, so that a module is whole bytes.
const PNG_PIXELS_PER_MODULE = 24

/** Dark runs of modules, row by row from the top, without the quiet zone; `size` modules wide and high. */
export const codeModules = (
  url: string,
): { size: number; runs: { x: number; y: number; length: number }[] } => {
  // H: as much as 30 % of it may be scratched or stained.
  const bordered = encodeQR(url, 'raw', { ecc: 'high', border: 1 })
  const rows = bordered.slice(1, -1).map((row) => row.slice(1, -1))
  return { size: rows.length, runs: rows.flatMap(darkRuns) }
}

const darkRuns = (row: boolean[], y: number) => {
  const runs: { x: number; y: number; length: number }[] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last.x + last.length === x) last.length += 1
    else runs.push({ x, y, length: 1 })
  })
  return runs
}

export const codeSvg = (url: string): string => {
  const { size, runs } = codeModules(url)
  const side = size + 2 * QUIET_MODULES
  const path = runs
    .map(({ x, y, length }) => `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h${length}v1h-${length}z`)
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}mm" height="${side}mm" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
  )
}

/** Black and white only, one bit a pixel: as small as a PNG can be. */
export const codePng = (url: string): Buffer => {
  const { size, runs } = codeModules(url)
  const side = (size + 2 * QUIET_MODULES) * PNG_PIXELS_PER_MODULE
  const bytesPerLine = side / 8
  const bytesPerModule = PNG_PIXELS_PER_MODULE / 8
  const data = new Uint8Array(bytesPerLine * side).fill(0xff)
  for (const run of runs) {
    const left = (run.x + QUIET_MODULES) * bytesPerModule
    for (let line = 0; line < PNG_PIXELS_PER_MODULE; line += 1) {
      const start = ((run.y + QUIET_MODULES) * PNG_PIXELS_PER_MODULE + line) * bytesPerLine + left
      data.fill(0, start, start + run.length * bytesPerModule)
    }
  }
  return Buffer.from(
    encode({ width: side, height: side, data, depth: 1, channels: 1 }, { zlib: { level: 9 } }),
  )
}
