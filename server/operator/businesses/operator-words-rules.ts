/** Words to the owner as an operator reads them: 'that you leave out' is 'that the owner leaves out'. */
export const ofTheOwner = (words: string): string =>
  words
    .replace(/\b(you) (ask|leave)\b/gi, '$1 $2s')
    .replace(
      /\byour?\b/gi,
      (who) => `${who.startsWith('Y') ? 'The' : 'the'} owner${who.endsWith('r') ? '’s' : ''}`,
    )
