/** A number of an account: where its texts go, and whether it has texts at all. */
export type NumberFacts = {
  phoneNumber: string
  smsUrl: string
  smsMethod?: 'GET' | 'POST'
  smsApplicationSid?: string
  hasSms?: boolean
}

/** An account's numbers in Twilio's envelope, as far as the product reads them. */
export const listNumbers = (accountSid: string, numbers: NumberFacts[]) => {
  const uri = `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?PageSize=50&Page=0`
  return {
    end: Math.max(0, numbers.length - 1),
    first_page_uri: uri,
    incoming_phone_numbers: numbers.map(
      ({ phoneNumber, smsUrl, smsMethod, smsApplicationSid, hasSms = true }, index) => ({
        account_sid: accountSid,
        api_version: '2010-04-01',
        capabilities: { mms: false, sms: hasSms, voice: true, fax: false },
        friendly_name: phoneNumber,
        phone_number: phoneNumber,
        sid: `PN${String(index + 1).padStart(32, '0')}`,
        sms_application_sid: smsApplicationSid ?? null,
        sms_method: smsMethod ?? 'POST',
        sms_url: smsUrl,
        status: 'in-use',
      }),
    ),
    next_page_uri: null,
    page: 0,
    page_size: 50,
    previous_page_uri: null,
    start: 0,
    uri,
  }
}
