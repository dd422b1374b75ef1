/** Markup that is safe to send as it is. */
export type Html = { readonly markup: string }

type Piece = string | number | undefined | Html | Html[]

/** A template whose values are escaped, unless they are markup already. */
export const html = (parts: TemplateStringsArray, ...pieces: Piece[]): Html => ({
  markup: parts.reduce((page, part, index) => page + render(pieces[index - 1]) + part),
})

const render = (piece: Piece): string => {
  if (piece === undefined) return ''
  if (Array.isArray(piece)) return piece.map(({ markup }) => markup).join('')
  return typeof piece === 'object' ? piece.markup : escape(String(piece))
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
