const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** As it stands after 'in': 'Australia', 'the United Kingdom'. */
export const countryInWords = (code: string): string => {
  const name = countryNames.of(code) ?? code
  return /^(United|Netherlands|Philippines)/.test(name) ? `the ${name}` : name
}
