/**
 * To the first field that cannot be saved as it is: the button that was pressed may stand far from it. Whoever is in a
 * field stays there: she went on typing, or was led to another one that is wrong.
 */
export const focusWrong = (place: HTMLElement | null): void => {
  if (document.activeElement?.matches('input, textarea, select')) return
  place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
