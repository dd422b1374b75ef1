/** What the screens read of this installation, as tags of their page. */
export const siteTags = ({
  mode,
  currency,
  email,
}: {
  mode: string
  currency: string
  email: string | undefined
}): string =>
  Object.entries({ mode, currency, email })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<meta name="goodword-${name}" content="${escape(value!)}">`)
    .join('')

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
