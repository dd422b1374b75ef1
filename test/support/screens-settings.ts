import { join } from 'node:path'

/** Where the pictures of the screens go, and how wide: for a look at other widths, say so. */
export const screensFolder = process.env['SCREENS_FOLDER'] ?? join(import.meta.dirname, '../../docs/screens')
export const screensWidths = (process.env['SCREENS_WIDTHS'] ?? '375,1280').split(',').map(Number)
/** What /welcome/ shows of the product; elsewhere when the screens go elsewhere. */
export const picturesFolder = process.env['SCREENS_FOLDER']
  ? join(process.env['SCREENS_FOLDER'], 'welcome')
  : join(import.meta.dirname, '../../web/welcome/pictures')
