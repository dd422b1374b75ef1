/** What one consent gave. Google may leave out the refresh token, and the person may refuse the scope. */
export type ProfileGrant = { accessToken: string; refreshToken: string | undefined; scopes: string[] }

export type ProfileAccount = { accountId: string; isPersonal: boolean }

export type ListedLocation = {
  locationId: string
  title: string
  address: string | null
  /** Undefined where the location is not on Maps. */
  placeId: string | undefined
  /** False: not verified, or not in good standing. */
  isVerified: boolean
}

export type ReadReview = {
  reviewId: string
  reviewerName: string | null
  photoUrl: string | null
  isAnonymous: boolean
  stars: number | null
  comment: string | null
  writtenAt: Date
  changedAt: Date
  reply: { comment: string; at: Date | null } | null
  replyUrl: string | null
}

export type ReviewsRead = {
  reviews: ReadReview[]
  /** Listed in a shape that we cannot read: counted, because what is not read must not be taken for deleted. */
  unreadable: number
  total: number
  average: number | null
  nextPageToken: string | undefined
}

/** v4 names a location by both. */
export type LocationName = { accountId: string; locationId: string }

export type ProfileApi = 'accounts' | 'information' | 'reviews' | 'notifications'

/** Whose topic Google notifies of an account; undefined where none. */
export type NotificationSetting = { topic: string | undefined; types: string[] }
