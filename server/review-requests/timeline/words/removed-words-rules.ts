/** Why a customer has no name any more; null where nothing was removed. `months`: 0 where somebody asked for it. */
export const removedWords = (months: number | null): string | null => {
  if (months === null) return null
  if (months === 0) return 'Erased customer'
  return `Customer removed after ${months === 1 ? '1 month' : `${months} months`}`
}
