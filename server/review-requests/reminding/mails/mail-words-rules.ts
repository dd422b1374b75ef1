import { composeText } from '../../../texts/text-rules.ts'

export type MailWords = {
  template: string
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  businessName: string
  /** The business's, as at Google; left out where it has none. */
  address: string | null
  reviewLink: string
  optOutUrl: string
}

export type MailAbout = Omit<MailWords, 'reviewLink' | 'optOutUrl'> & {
  /** Of the first text. */
  linkToken: string
}

/** The same by the link of the first text: as it goes, and as its owner reads it. */
export const writeMailAbout = (
  { linkToken, ...about }: MailAbout,
  publicUrl: string,
): ReturnType<typeof writeReminderMail> & { optOutUrl: string } => {
  const optOutUrl = `${publicUrl}/o/${linkToken}/mail`
  return {
    ...writeReminderMail({ ...about, reviewLink: `${publicUrl}/r/${linkToken}`, optOutUrl }),
    optOutUrl,
  }
}

/** The owner's words as a plain mail, who writes and from where, and how it ends. */
export const writeReminderMail = (words: MailWords): { subject: string; text: string } => {
  const { template, businessName, address, reviewLink, optOutUrl } = words
  const { body } = composeText({
    template,
    businessName,
    reviewLink,
    firstName: words.firstName ?? undefined,
    customerName: words.customerName ?? undefined,
    invoiceNumber: words.invoiceNumber ?? undefined,
    optOut: { kind: 'link', url: optOutUrl },
  })
  const name = onOneLine(businessName)
  const from = [name, ...(address ? [onOneLine(address)] : [])].join('\n')
  const why = `You get this because you paid an invoice from ${name}. Nothing like it follows.`
  return {
    subject: `A review for ${name}?`,
    text: [withoutOptOut(body, optOutUrl), from, `${why}\nTo get no such messages again: ${optOutUrl}`].join(
      '\n\n',
    ),
  }
}

/** A text names its way out in a few letters at the end; a mail has a line for it. */
const withoutOptOut = (body: string, optOutUrl: string): string => {
  const end = ` Opt out: ${optOutUrl}`
  return body.endsWith(end) ? body.slice(0, -end.length) : body
}

const onOneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()
