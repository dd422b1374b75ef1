import { join } from 'node:path'

/** Where the pictures of the screens go, and how wide: for a look at other widths, say so. */
export const screensFolder = process.env['SCREENS_FOLDER'] ?? join(import.meta.dirname, '../../docs/screens')
export const screensWidths = (process.env['SCREENS_WIDTHS'] ?? '375,1280').split(',').map(Number)
