const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version, in small letters or capitals, as PostgreSQL reads one. */
export const isUuid = (text: string): boolean => UUID.test(text)
