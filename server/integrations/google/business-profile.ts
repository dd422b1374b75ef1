import { createHash } from 'node:crypto'
import { z } from 'zod'
import { askProfile, profileHosts, type ProfileQuestion } from './business-profile-fetch.ts'
import {
  accountsAnswer,
  grantAnswer,
  locationAnswer,
  locationsAnswer,
  namesAnswer,
  reviewsAnswer,
  settingAnswer,
} from './business-profile-shapes.ts'
import type {
  ListedLocation,
  LocationName,
  NotificationSetting,
  ProfileAccount,
  ProfileGrant,
  ReviewsRead,
} from './business-profile-types.ts'

export type BusinessProfile = ReturnType<typeof createBusinessProfile>

export type BusinessProfileConfig = {
  clientId: string
  clientSecret: string
  url: string | undefined
  timeoutMs?: number
}

/** It may write as well; there is no narrower one, and nothing here writes but `notify`. */
export const PROFILE_SCOPE = 'https://www.googleapis.com/auth/business.manage'

const READ_MASK = 'name,title,storefrontAddress,metadata'
const NOTIFIED = ['NEW_REVIEW', 'UPDATED_REVIEW']
const TIMEOUT_MS = 15_000
/** Google's own most for each list. */
const PAGE = { accounts: '20', locations: '100', reviews: '50' }

/**
 * Google Business Profile, as much of it as reading a business's own reviews needs. Each method is one call, and throws
 * VendorFailure: `retry-later`, `reconnect` (the consent is over), or `rejected` with code `not-approved`,
 * `not-enabled`, `forbidden` or `not-found`.
 */
export const createBusinessProfile = ({
  clientId,
  clientSecret,
  url,
  timeoutMs = TIMEOUT_MS,
}: BusinessProfileConfig) => {
  const hosts = profileHosts(url)
  const ask = <Answer extends z.ZodType>(answer: Answer, question: ProfileQuestion) =>
    askProfile(answer, question, timeoutMs)
  const grant = async (form: Record<string, string>): Promise<ProfileGrant> => {
    const given = await ask(grantAnswer, {
      url: `${hosts.tokens}/token`,
      form: { ...form, client_id: clientId, client_secret: clientSecret },
    })
    return {
      accessToken: given.access_token,
      refreshToken: given.refresh_token,
      scopes: given.scope.split(' '),
    }
  }
  const settingOf = (accountId: string) =>
    `${hosts.notifications}/v1/accounts/${accountId}/notificationSetting`

  return {
    /**
     * Where the owner agrees. Nothing of what she granted before is taken along (`include_granted_scopes`): revoking
     * this token would else end her sign-in. Her profile may belong to another account than the one that signed in.
     */
    authorizationUrl: (ask: { state: string; redirectUri: string; codeVerifier: string }): string => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: ask.redirectUri,
        scope: PROFILE_SCOPE,
        state: ask.state,
        code_challenge: createHash('sha256').update(ask.codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        access_type: 'offline',
        prompt: 'select_account consent',
      })
      return `${hosts.login}/auth?${query}`
    },

    exchangeCode: (ask: { code: string; redirectUri: string; codeVerifier: string }): Promise<ProfileGrant> =>
      grant({
        grant_type: 'authorization_code',
        code: ask.code,
        redirect_uri: ask.redirectUri,
        code_verifier: ask.codeVerifier,
      }),

    refresh: (refreshToken: string): Promise<ProfileGrant> =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    /** Ends all that this person granted to this client. */
    revoke: async (token: string): Promise<void> => {
      await ask(z.unknown(), { url: `${hosts.tokens}/revoke`, form: { token } })
    },

    accounts: (
      accessToken: string,
      pageToken?: string,
    ): Promise<{ accounts: ProfileAccount[]; nextPageToken?: string | undefined }> =>
      ask(accountsAnswer, {
        url: `${hosts.accounts}/v1/accounts`,
        query: { pageSize: PAGE.accounts, pageToken },
        accessToken,
      }),

    /** Of every account of hers, those reached through groups as well: `accounts/-`. */
    locations: (
      accessToken: string,
      pageToken?: string,
    ): Promise<{ locations: ListedLocation[]; nextPageToken?: string | undefined }> =>
      ask(locationsAnswer, {
        url: `${hosts.information}/v1/accounts/-/locations`,
        query: { readMask: READ_MASK, pageSize: PAGE.locations, pageToken },
        accessToken,
      }),

    /** Which locations one account holds: v1 does not say it of a location, and v4 asks for it. */
    locationIdsOf: async (
      accessToken: string,
      accountId: string,
      pageToken?: string,
    ): Promise<{ ids: string[]; nextPageToken: string | undefined }> => {
      const { locations, nextPageToken } = await ask(namesAnswer, {
        url: `${hosts.information}/v1/accounts/${accountId}/locations`,
        query: { readMask: 'name', pageSize: PAGE.locations, pageToken },
        accessToken,
      })
      return { ids: locations.map(({ name }) => name), nextPageToken }
    },

    location: (accessToken: string, locationId: string): Promise<ListedLocation> =>
      ask(locationAnswer, {
        url: `${hosts.information}/v1/locations/${locationId}`,
        query: { readMask: READ_MASK },
        accessToken,
      }),

    /** The one that changed last comes first, also where it was written long ago. */
    reviews: (
      accessToken: string,
      { accountId, locationId }: LocationName,
      pageToken?: string,
    ): Promise<ReviewsRead> =>
      ask(reviewsAnswer, {
        url: `${hosts.reviews}/v4/accounts/${accountId}/locations/${locationId}/reviews`,
        query: { pageSize: PAGE.reviews, orderBy: 'updateTime desc', pageToken },
        accessToken,
      }),

    notificationSetting: async (accessToken: string, accountId: string): Promise<NotificationSetting> => {
      const setting = await ask(settingAnswer, { url: settingOf(accountId), accessToken })
      return { topic: setting.pubsubTopic || undefined, types: setting.notificationTypes }
    },

    /** Google tells this topic of new and changed reviews of the account; none ends it. */
    notify: async (accessToken: string, accountId: string, topic: string | undefined): Promise<void> => {
      await ask(z.unknown(), {
        url: settingOf(accountId),
        query: { updateMask: 'notificationTypes,pubsubTopic' },
        accessToken,
        patch: {
          name: `accounts/${accountId}/notificationSetting`,
          pubsubTopic: topic ?? '',
          notificationTypes: topic ? NOTIFIED : [],
        },
      })
    },
  }
}
