import type { Business } from './businesses.ts'
import { matchesIn } from './search-businesses.ts'

type Json = Record<string, unknown>

/** All fields of a place; the field mask selects from them. */
export const placeAnswer = (business: Business): Json => {
  const { id, name, region, suburb, street, type, rating, ratings, status, movedTo } = business
  const [locality, state, postcode, latitude, longitude] = suburb
  return {
    name: `places/${id}`,
    id,
    ...(movedTo ? { movedPlace: `places/${movedTo}`, movedPlaceId: movedTo } : {}),
    displayName: { text: name, languageCode: 'en' },
    types: [type, 'point_of_interest', 'establishment'],
    primaryType: type,
    // A business without premises has no address.
    ...(street
      ? {
          formattedAddress: addressOf(business),
          shortFormattedAddress: `${street}, ${locality}`,
          location: { latitude, longitude },
        }
      : { pureServiceAreaBusiness: true }),
    postalAddress: {
      regionCode: region.country,
      ...(street ? { postalCode: postcode, locality, addressLines: [street] } : {}),
      ...(state ? { administrativeArea: state } : {}),
    },
    ...(rating === undefined ? {} : { rating, userRatingCount: ratings }),
    businessStatus: status,
    timeZone: { id: region.timeZone },
    googleMapsUri: `https://maps.google.com/?cid=${parseInt(id.slice(-8).replace(/\W/g, '0'), 36)}`,
    googleMapsLinks: {
      writeAReviewUri: `https://www.google.com/maps/place//data=!4m3!3m2!1s${id}!12e1`,
    },
  }
}

export const suggestionAnswer = (business: Business, input: string): Json => {
  const { id, name, type } = business
  const secondary = whereOf(business)
  return {
    placePrediction: {
      place: `places/${id}`,
      placeId: id,
      text: { text: secondary ? `${name}, ${secondary}` : name, matches: matchesIn(name, input) },
      structuredFormat: {
        mainText: { text: name, matches: matchesIn(name, input) },
        ...(secondary ? { secondaryText: { text: secondary } } : {}),
      },
      types: [type, 'establishment', 'point_of_interest'],
    },
  }
}

const addressOf = ({ street, suburb, region }: Business): string => {
  const [locality, state, postcode] = suburb
  const town =
    region.country === 'US' ? `${locality}, ${state} ${postcode}` : [locality, state, postcode].join(' ')
  return [street, town.replace(/ +/g, ' '), region.countryName].join(', ')
}

/** A suggestion leaves the postcode out; some businesses that only travel show no place at all. */
const whereOf = ({ id, street, suburb, region }: Business): string => {
  if (!street && id.charCodeAt(id.length - 1) % 2 === 0) return ''
  const town = [suburb[0], suburb[1]].filter(Boolean).join(region.country === 'US' ? ', ' : ' ')
  return [street, town, region.countryName].filter(Boolean).join(', ')
}
