type Customer = { contactId: string | undefined; name: string | undefined }
type Excluded = { contacts: readonly string[]; words: readonly string[] }

/** Whether the owner wants this customer never to be texted. A word counts as a whole: 'co' is not in 'Cooper'. */
export const exclusionOf = (
  { contactId, name }: Customer,
  { contacts, words }: Excluded,
): 'excluded_contact' | 'excluded_word' | undefined => {
  if (contactId !== undefined && contacts.includes(contactId)) return 'excluded_contact'
  if (words.length === 0 || name === undefined) return undefined
  const spoken = spaced(name)
  return words.map(spaced).some((word) => word.trim() !== '' && spoken.includes(word))
    ? 'excluded_word'
    : undefined
}

/** ' strata plan 12 ': small letters without accents, with one space between words. */
const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
