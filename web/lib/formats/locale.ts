/**
 * The languages that a browser names, as `Intl` takes them: language, script and region. Chromium makes
 * 'en-US@posix' of a Linux without a locale, at which `Intl` throws; what is no language at all is left out.
 */
export const readLanguages = (named: readonly (string | undefined)[]): string[] => named.flatMap(tagOf)

const tagOf = (named: string | undefined): string[] => {
  const [tag = ''] = (named ?? '').replaceAll('_', '-').split(/[@.]/)
  try {
    const { language, script, region } = new Intl.Locale(tag)
    return language && language !== 'und' ? [[language, script, region].filter(Boolean).join('-')] : []
  } catch {
    return []
  }
}

/** The reader's languages, the one that she likes best first; never empty. */
export const languages = [...readLanguages([navigator.language, ...(navigator.languages ?? [])]), 'en-AU']

/** The screens are in English: dates follow the reader's regional English, never another language. */
export const locale = languages.find((language) => /^en\b/i.test(language))!
