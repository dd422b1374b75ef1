type Listed = { locationId: string; placeId: string | undefined }

/**
 * The location that is the place to which the texts lead. Undefined where none is, or more than one: then the owner
 * chooses, because reviews of another business must never be taken for hers.
 */
export const matchLocation = <Found extends Listed>(
  locations: Found[],
  placeId: string | null,
): Found | undefined => {
  const same = locations.filter((one) => placeId !== null && one.placeId === placeId)
  return same.length === 1 ? same[0] : undefined
}
