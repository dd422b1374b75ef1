/** Each process writes its row every few seconds; that of one that was killed or stopped stays, and is silent. */
export const SILENT_AFTER_S = 15
