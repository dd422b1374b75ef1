import { html } from '../html.ts'

/** The page on which a tapped link ends, in place of the outside page: the console opens no other site by itself. */
export const landedPage = (address: string, name = ''): string => {
  const place = URL.canParse(address) ? new URL(address) : undefined
  const isReview = place?.pathname.includes('writereview') ?? false
  const placeId = place?.searchParams.get('placeid')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>Where the link leads · sandbox</title>
        <link rel="icon" href="/console/icon.svg" />
        <link rel="stylesheet" href="/console/consent.css" />
      </head>
      <body>
        <main>
          <h1>
            ${isReview ? 'The customer is on Google’s review page now' : 'The customer has left Goodword now'}
          </h1>
          <p class="sub">The link worked. In the sandbox the way ends here, before the outside world:</p>
          <p class="address">${address}</p>
          ${
            isReview && placeId
              ? html`<p>
                  <a href="/reviews?${new URLSearchParams({ place: placeId, name }).toString()}"
                    >Write a review as this customer</a
                  >
                </p>`
              : undefined
          }
          <footer>You can close this tab.</footer>
        </main>
      </body>
    </html>`.markup.trim()
}
