/** What the server wrote into the page: no call, and nothing moves once it is known. */
const read = (name: string): string | null =>
  document.querySelector(`meta[name="goodword-${name}"]`)?.getAttribute('content') ?? null

export const site = {
  isSandbox: read('mode') === 'sandbox',
  currency: read('currency') ?? 'AUD',
}
