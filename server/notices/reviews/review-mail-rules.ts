export type NewReviews = {
  count: number
  ownerName: string
  businessName: string
  publicUrl: string
  offUrl: string
}

/** How many there are, and where they are read. What they say and who wrote them stays with her account. */
export const writeReviewMail = (about: NewReviews): { subject: string; text: string } => {
  const { count, ownerName, businessName, publicUrl, offUrl } = about
  const what = count === 1 ? 'a new review' : `${count} new reviews`
  return {
    subject: `${businessName} has ${what} on Google`,
    text: [
      `Hello ${ownerName},`,
      `${businessName} has ${what} on Google since we last told you or you last looked.`,
      `Read and answer: ${publicUrl}/dashboard?tab=reviews`,
      `You get this because you asked for it, once an hour at most. To get no more of these: ${offUrl}`,
    ].join('\n\n'),
  }
}
