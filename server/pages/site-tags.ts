/** What the screens read of this installation, as tags of their page. */
export const siteTags = ({
  mode,
  currency,
  email,
  hasReviews = false,
}: {
  mode: string
  currency: string
  email: string | undefined
  /** Whether reviews are read back from Google. */
  hasReviews?: boolean
}): string =>
  Object.entries({ mode, currency, email, reviews: hasReviews ? 'on' : undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<meta name="goodword-${name}" content="${escape(value!)}">`)
    .join('')

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
