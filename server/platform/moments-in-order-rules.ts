/** How many of these, which are in their order, are not later than `at`; all in milliseconds. */
export const countUpTo = (moments: number[], at: number): number => {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (moments[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds it in its place. */
export const insertInOrder = (moments: number[], at: number): void => {
  moments.splice(countUpTo(moments, at), 0, at)
}
