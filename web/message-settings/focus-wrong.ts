/** To the first field that cannot be saved as it is: the button that was pressed may stand far from it. */
export const focusWrong = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
