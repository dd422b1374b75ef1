/** What the server wrote into the page as `<meta>`: no call is needed, and nothing shifts. */
const read = (name: string): string | null =>
  globalThis.document?.querySelector(`meta[name="goodword-${name}"]`)?.getAttribute('content') ?? null

export const site = {
  isSandbox: read('mode') === 'sandbox',
  currency: read('currency') ?? 'AUD',
  /** Of whoever runs this Goodword; null where they gave none. */
  email: read('email'),
  /** Whether reviews are read back from Google: without it nothing of them is shown or asked for. */
  hasReviews: read('reviews') === 'on',
}
