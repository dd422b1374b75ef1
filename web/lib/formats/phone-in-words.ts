/** Where each country that we text puts the spaces of its mobiles. */
const SHAPES: [RegExp, string][] = [
  [/^\+61(4\d\d)(\d{3})(\d{3})$/, '+61 $1 $2 $3'],
  [/^\+64(2\d)(\d{3})(\d{3,5})$/, '+64 $1 $2 $3'],
  [/^\+44(7\d{3})(\d{6})$/, '+44 $1 $2'],
  [/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3'],
]

/** Whom a text is from, as a phone shows it; null where it comes from one of several numbers that businesses share. */
export const senderOnPhone = (sender: string | null): string =>
  sender === null ? 'A shared number' : phoneInWords(sender)

/** '+61412555018' → '+61 412 555 018'; a shape that we do not know is left as it is. */
export const phoneInWords = (phone: string): string => {
  const shape = SHAPES.find(([pattern]) => pattern.test(phone))
  return shape ? phone.replace(...shape) : phone
}
