/** https://www.twilio.com/docs/glossary/what-alphanumeric-sender-id */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9_&-][A-Za-z0-9 +_&-]{1,9}[A-Za-z0-9+_&-]$/
const E164 = /^\+[1-9]\d{6,14}$/

/** Of five or six digits: a country's own, which Twilio takes in the place of a number. */
export const isShortCode = (sender: string): boolean => /^\d{5,6}$/.test(sender)

/** A number in international form, without spaces. */
export const isE164 = (sender: string): boolean => E164.test(sender)

/** What a gateway takes as a sender's name: 3 to 11 letters, digits and few signs, with a letter among them. */
export const isSenderName = (sender: string): boolean => NAME.test(sender)
