/** A line of the search list. Google returns no rating here; a business that only travels may have no address. */
export type PlaceSuggestion = { placeId: string; name: string; address: string }

export type GooglePlace = {
  /** Google's present id, which may differ from the one that was asked for. */
  placeId: string
  name: string
  /** Empty for a business that serves people at their own place. */
  address: string
  /** ISO 3166 alpha-2, where Google returns it. */
  country: string | undefined
  /** 1 to 5; undefined where there are no ratings yet. */
  rating: number | undefined
  ratingCount: number
  state: 'open' | 'closed-for-now' | 'closed-for-good' | 'unknown'
  isServiceArea: boolean
  /** The new place, when it closed here to open elsewhere. */
  movedTo: string | undefined
}

export type Places = {
  /** A session is one search from the first letter to the choice: its token makes the letters free of charge. */
  autocomplete: (search: { input: string; sessionToken?: string | undefined }) => Promise<PlaceSuggestion[]>
  /** Ends the session. Throws VendorFailure with code `not-found` for a place that Google does not know. */
  details: (choice: { placeId: string; sessionToken?: string | undefined }) => Promise<GooglePlace>
  /** Free of charge: the place's present id, followed where it moved; undefined when Google has removed it. */
  currentId: (placeId: string) => Promise<string | undefined>
  /** Throws VendorFailure unless the key is accepted. Free of charge. */
  reach: () => Promise<void>
}
