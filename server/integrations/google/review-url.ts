const PLACE_ID = /^[A-Za-z0-9_-]+$/

/** Google's own form for writing a review of this place. */
export const reviewUrlFor = (placeId: string): string => {
  if (!PLACE_ID.test(placeId)) throw new Error('A place id is letters, digits, - and _ only.')
  return `https://search.google.com/local/writereview?placeid=${placeId}`
}

/**
 * True for a link that leads to a business at Google and nowhere else: customers are sent there from our texts.
 * Exact hosts and paths, because Google's other pages send people on to any address (`/url?q=…`).
 */
export const isReviewUrl = (link: string): boolean => {
  // Browsers accept blanks and backslashes, each in its own way.
  if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(link) || !URL.canParse(link)) return false
  const url = new URL(link)
  if (url.username !== '' || url.password !== '' || url.port !== '') return false
  return DOORS.some(({ host, isDoor }) => host.test(url.hostname) && isDoor(url))
}

const path =
  (pattern: RegExp) =>
  ({ pathname }: URL): boolean =>
    pattern.test(pathname)

const TOKEN = String.raw`[\w.-]{3,100}`

const DOORS: { host: RegExp; isDoor: (url: URL) => boolean }[] = [
  { host: /^g\.page$/, isDoor: path(new RegExp(`^/(r/${TOKEN}(/review)?|${TOKEN}/review)/?$`)) },
  { host: /^maps\.app\.goo\.gl$/, isDoor: path(new RegExp(`^/(g/)?${TOKEN}/?$`)) },
  { host: /^goo\.gl$/, isDoor: path(new RegExp(`^/maps/${TOKEN}/?$`)) },
  {
    host: /^search\.google\.com$/,
    isDoor: (url) =>
      /^\/local\/(writereview|reviews)$/.test(url.pathname) &&
      PLACE_ID.test(url.searchParams.get('placeid') ?? ''),
  },
  {
    host: /^(www\.)?google\.(com|com\.au|co\.nz|co\.uk|ie|ca)$/,
    isDoor: (url) => /^\/maps(\/|$)/.test(url.pathname) && namesBusiness(url),
  },
  {
    host: /^maps\.google\.(com|com\.au|co\.nz|co\.uk|ie|ca)$/,
    isDoor: (url) => /^\/(maps(\/|$)|$)/.test(url.pathname) && namesBusiness(url),
  },
]

/** One place by its name or number: a bare map, a search or a route is nothing that a customer can review. */
const namesBusiness = ({ pathname, searchParams }: URL): boolean =>
  isNamed(pathname) ||
  (/^\/maps\/(place|reviews)\//.test(pathname) && FEATURE.test(pathname)) ||
  /^\d+$/.test(searchParams.get('cid') ?? '') ||
  FEATURE.test(`!1s${searchParams.get('ftid') ?? ''}`) ||
  PLACE_ID.test(searchParams.get('query_place_id') ?? '') ||
  /^place_id:[\w-]+$/.test(searchParams.get('q') ?? '')

/** A name has a letter, of whichever script: coordinates alone, in decimals or in degrees, are a pin on the map. */
const isNamed = (pathname: string): boolean => {
  const [, segment = ''] = /^\/maps\/place\/(?!@|data=)([^/]+)/.exec(pathname) ?? []
  return !/%c2%b0/i.test(segment) && /\p{L}|%[c-f]/iu.test(segment.replaceAll(/%[0-7][0-9a-f]/gi, ' '))
}
/** How Maps numbers a place within its addresses; a pin has the number 0. */
const FEATURE = /!1s0x[0-9a-f]+(:|%3a)0x0*[1-9a-f]/i
