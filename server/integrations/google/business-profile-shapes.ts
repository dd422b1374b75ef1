import { z } from 'zod'
import type { ListedLocation, ReadReview, ReviewsRead } from './business-profile-types.ts'

// Unknown keys are ignored, and what may be absent is optional: Google adds fields several times a year.

export const grantAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
})

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
const pageToken = z.string().optional()

export const accountsAnswer = z.object({
  accounts: z
    .array(
      z
        .object({ name: z.string().min(1), type: z.string().optional() })
        .transform(({ name, type }) => ({ accountId: lastPart(name), isPersonal: type === 'PERSONAL' })),
    )
    .default([]),
  nextPageToken: pageToken,
})

const postalAddress = z.object({
  addressLines: z.array(z.string()).default([]),
  locality: z.string().optional(),
})

export const locationAnswer = z
  .object({
    name: z.string().min(1),
    title: z.string().default(''),
    storefrontAddress: postalAddress.optional().catch(undefined),
    metadata: z
      .object({ placeId: z.string().optional(), hasVoiceOfMerchant: z.boolean().optional() })
      .default({}),
  })
  .transform(({ name, title, storefrontAddress, metadata }): ListedLocation => ({
    locationId: lastPart(name),
    title: title.slice(0, 300),
    address:
      [...(storefrontAddress?.addressLines ?? []), storefrontAddress?.locality].filter(Boolean).join(', ') ||
      null,
    placeId: metadata.placeId,
    // proto3 leaves out what is false.
    isVerified: metadata.hasVoiceOfMerchant ?? false,
  }))

export const locationsAnswer = z.object({
  locations: z.array(locationAnswer).default([]),
  nextPageToken: pageToken,
})

export const namesAnswer = z.object({
  locations: z.array(z.object({ name: z.string().transform(lastPart) })).default([]),
  nextPageToken: pageToken,
})

const STARS: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }

const moment = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()))

/** Only what a browser may be sent to; plain http where a stand-in on this machine answers. */
const link = z
  .string()
  .max(2000)
  .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/)
  .nullable()
  .default(null)
  .catch(null)

const words = (most: number) =>
  z
    .string()
    .transform((text) => text.slice(0, most) || null)
    .nullable()
    .default(null)

const review = z
  .object({
    reviewId: z.string().min(1).max(300),
    reviewer: z
      .object({
        displayName: words(500),
        profilePhotoUrl: link,
        isAnonymous: z.boolean().default(false),
      })
      .default({ displayName: null, profilePhotoUrl: null, isAnonymous: true }),
    starRating: z.string().optional(),
    comment: words(10_000),
    createTime: moment,
    updateTime: moment.optional(),
    reviewReply: z
      .object({ comment: z.string().default(''), updateTime: moment.optional().catch(undefined) })
      .optional(),
    reviewReplyUrl: link,
  })
  .transform(({ reviewId, reviewer, starRating, comment, createTime, updateTime, ...rest }): ReadReview => ({
    reviewId,
    // https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews: real if not anonymous.
    reviewerName: reviewer.isAnonymous ? null : reviewer.displayName,
    photoUrl: reviewer.isAnonymous ? null : reviewer.profilePhotoUrl,
    isAnonymous: reviewer.isAnonymous,
    stars: STARS[starRating ?? ''] ?? null,
    comment,
    writtenAt: createTime,
    changedAt: updateTime ?? createTime,
    reply: rest.reviewReply
      ? { comment: rest.reviewReply.comment.slice(0, 10_000), at: rest.reviewReply.updateTime ?? null }
      : null,
    replyUrl: rest.reviewReplyUrl,
  }))

/** A location without reviews may answer `{}`; each review is read by itself, so that one of them spoils no page. */
export const reviewsAnswer = z
  .object({
    reviews: z.array(z.unknown()).default([]),
    averageRating: z.number().nullable().default(null),
    totalReviewCount: z.int().min(0).default(0),
    nextPageToken: pageToken,
  })
  .transform(({ reviews, averageRating, totalReviewCount, nextPageToken }): ReviewsRead => {
    const read = reviews.map((one) => review.safeParse(one))
    return {
      reviews: read.flatMap(({ data }) => (data ? [data] : [])),
      unreadable: read.filter(({ success }) => !success).length,
      total: totalReviewCount,
      average: averageRating,
      nextPageToken: nextPageToken || undefined,
    }
  })

export const settingAnswer = z.object({
  pubsubTopic: z.string().optional(),
  notificationTypes: z.array(z.string()).default([]),
})
