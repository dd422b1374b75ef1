/** Cents for a text of so many segments; undefined where the country has no price and so is not served. */
export const priceCents = (
  segments: number,
  country: string,
  prices: Record<string, number>,
): number | undefined => {
  const perSegment = Object.hasOwn(prices, country) ? prices[country] : undefined
  return perSegment === undefined ? undefined : segments * perSegment
}
