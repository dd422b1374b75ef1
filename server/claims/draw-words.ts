import font from './letters.json' with { type: 'json' }

export type Words = { words: string; sizeMm: number; x: number; y: number; spacing?: number }

const LETTERS = new Map(
  Object.entries(font.letters).map(([letter, text]) => {
    const [width = '', ...path] = text.split(' ')
    return [letter, { width: Number(width), path: path.join(' ') }]
  }),
)

/**
 * Words as shapes, in PDF's drawing language: a print shop needs no font of ours and complains of none. `spacing` is
 * what stands between the letters, in thousandths of their size.
 */
export const drawWords = ({ words, sizeMm, x, y, spacing = 0 }: Words): string => {
  const scale = (sizeMm / font.unitsPerEm).toFixed(6)
  const shapes: string[] = []
  let move = 0
  for (const character of words) {
    const letter = LETTERS.get(character)
    if (!letter) throw new Error(`There is no shape for "${character}": ask canDraw first.`)
    if (letter.path) {
      shapes.push(`1 0 0 1 ${move} 0 cm ${letter.path}\nf`)
      move = 0
    }
    move += letter.width + spacing
  }
  return [`q ${scale} 0 0 ${scale} ${x.toFixed(4)} ${y.toFixed(4)} cm`, ...shapes, 'Q'].join('\n')
}

/** Latin letters with whatever accents European and Pacific languages give them. */
export const canDraw = (character: string): boolean => LETTERS.has(character)

export const widthOfWords = (words: string, sizeMm: number, spacing = 0): number =>
  ([...words].reduce((sum, character) => sum + (LETTERS.get(character)?.width ?? 0) + spacing, 0) * sizeMm) /
  font.unitsPerEm
