import { fileURLToPath } from 'node:url'
import { openSync, type Font } from 'fontkit'

/** Figtree with every Latin letter that European and Pacific languages use. The web's files of it are cut in two. */
export const PRINT_FONT_FILE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
)
/** The same letters, bolder. */
export const BOLD_FONT_FILE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf'),
)

let font: Font | undefined

export const printFont = (): Font => (font ??= openSync(PRINT_FONT_FILE) as Font)

/** What we have letters for: other accents go, and what is left may be empty. */
export const printable = (text: string): string => {
  const canDraw = (letter: string) => printFont().hasGlyphForCodePoint(letter.codePointAt(0)!)
  return [...text.normalize('NFC')]
    .map((letter) => (canDraw(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .filter(canDraw)
    .join('')
    .trim()
}
