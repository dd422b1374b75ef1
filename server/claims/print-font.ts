import { fileURLToPath } from 'node:url'
import { openSync, type Font } from 'fontkit'

/** Figtree with every Latin letter that European and Pacific languages use. The web's files of it are cut in two. */
export const PRINT_FONT_FILE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
)

let font: Font | undefined

export const printFont = (): Font => (font ??= openSync(PRINT_FONT_FILE) as Font)
