/** What a text holds as JSON; undefined where it is none. */
export const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
