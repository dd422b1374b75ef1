import { html, type Html } from '../html.ts'
import type { SandboxLocation, SandboxReview } from './profile-world.ts'

const MOST_SHOWN = 30

/** Google's side of reviews, to play customers and owners on: write one, reply, take it away. */
export const reviewsPage = (
  locations: SandboxLocation[],
  {
    placeId,
    name,
    fault,
  }: { placeId?: string | undefined; name?: string | undefined; fault?: string | undefined },
): string => {
  const shown = placeId === undefined ? locations : locations.filter((one) => one.placeId === placeId)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Reviews · Goodword sandbox</title>
        <link rel="icon" href="/console/icon.svg" />
        <link rel="stylesheet" href="/console/payments.css" />
      </head>
      <body>
        <main>
          <p><a href="/">Back to the console</a></p>
          <h1>Reviews at Google</h1>
          ${fault ? html`<p class="fault" role="alert">${fault}</p>` : undefined}
          ${
            shown.length === 0
              ? html`<p>
                  Nobody has connected this profile yet. An owner does so on her Google Status page; reviews
                  that are written here then come back to her.
                </p>`
              : undefined
          }
          ${shown.map((location) => locationItem(location, name))}
        </main>
      </body>
    </html>`.markup
}

const locationItem = (location: SandboxLocation, name = ''): Html =>
  html`<h2>${location.title}</h2>
    <p class="meta">${location.reviews.length} reviews</p>
    <article>
      <h3>Write a review as a customer</h3>
      <form method="post" action="/reviews/${location.id}" class="acts wide">
        <label
          >Name <input name="name" value="${name}" maxlength="200" autocomplete="off" placeholder="Anonymous"
        /></label>
        <label>
          Stars
          <select name="stars">
            ${[5, 4, 3, 2, 1].map((stars) => html`<option value="${stars}">${stars}</option>`)}
          </select>
        </label>
        <label class="words"
          >Words <textarea name="comment" maxlength="4000" rows="2" placeholder="A rating only"></textarea>
        </label>
        <button class="button">Write it</button>
      </form>
    </article>
    ${location.reviews
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .slice(0, MOST_SHOWN)
      .map((review) => reviewItem(location, review))}`

const reviewItem = (location: SandboxLocation, review: SandboxReview): Html =>
  html`<article>
    <h3>${review.reviewer.isAnonymous ? 'Anonymous' : review.reviewer.name} · ${review.stars} of 5</h3>
    <p class="meta">${new Date(review.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
    ${review.comment ? html`<p>${review.comment}</p>` : undefined}
    ${review.reply ? html`<p class="meta">Reply: ${review.reply.comment}</p>` : undefined}
    <form method="post" action="/reviews/${location.id}/${review.id}" class="acts wide">
      <label class="words">Reply <input name="comment" maxlength="4000" autocomplete="off" /></label>
      <button class="button ghost" name="act" value="reply">Reply as the owner</button>
      <button class="button ghost" name="act" value="remove">Remove it</button>
    </form>
  </article>`
