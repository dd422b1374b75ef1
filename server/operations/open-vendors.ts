import { createOidc } from '../integrations/google/oidc.ts'
import { createBusinessProfile } from '../integrations/google/business-profile.ts'
import { createPlaces } from '../integrations/google/places.ts'
import { createMail } from '../integrations/mail/mail.ts'
import { createTwilio } from '../integrations/twilio/twilio.ts'
import { createXero } from '../integrations/xero/xero.ts'
import type { Env } from '../platform/process/env.ts'

/** A client for each vendor, as the settings name them. Nothing is asked before it is used. */
export const openVendors = (env: Env, { now, ...limits }: { now?: () => Date; timeoutMs?: number } = {}) => {
  const isLive = env.GOODWORD_MODE === 'live'
  return {
    xero: createXero({
      clientId: env.XERO_CLIENT_ID,
      clientSecret: env.XERO_CLIENT_SECRET,
      loginUrl: env.XERO_LOGIN_URL,
      identityUrl: env.XERO_IDENTITY_URL,
      apiUrl: env.XERO_API_URL,
      ...(now && { now }),
      ...limits,
    }),
    twilio: createTwilio({
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      from: env.TWILIO_FROM,
      messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
      apiUrl: env.TWILIO_API_URL,
      publicUrl: env.PUBLIC_URL,
      ...limits,
    }),
    oidc: createOidc({
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      allowHttp: !isLive,
      ...limits,
    }),
    /** Where operators sign in; none where the settings name no issuer for them. */
    operatorOidc: env.OPERATOR_OIDC_ISSUER
      ? createOidc({
          issuer: env.OPERATOR_OIDC_ISSUER,
          clientId: env.OPERATOR_OIDC_CLIENT_ID!,
          clientSecret: env.OPERATOR_OIDC_CLIENT_SECRET!,
          groupClaim: env.OPERATOR_GROUPS.length > 0 ? env.OPERATOR_GROUP_CLAIM : undefined,
          allowHttp: !isLive,
          ...limits,
        })
      : undefined,
    profile: createBusinessProfile({
      clientId: env.REVIEWS_CLIENT_ID ?? env.OIDC_CLIENT_ID,
      clientSecret: env.REVIEWS_CLIENT_SECRET ?? env.OIDC_CLIENT_SECRET,
      url: env.BUSINESS_PROFILE_URL,
      ...limits,
    }),
    places: createPlaces({ apiKey: env.PLACES_API_KEY, url: env.PLACES_URL, ...limits }),
    mail: createMail({
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? `Goodword <no-reply@${new URL(env.PUBLIC_URL).hostname}>`,
      demandsTls: isLive && !env.ALLOW_PLAINTEXT_MAIL,
      ...limits,
    }),
  }
}

export const closeVendors = async ({
  xero,
  twilio,
  mail,
}: Pick<ReturnType<typeof openVendors>, 'xero' | 'twilio' | 'mail'>): Promise<void> => {
  mail.close()
  await Promise.allSettled([xero.close(), twilio.close()])
}
