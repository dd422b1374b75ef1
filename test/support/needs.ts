/**
 * Options of tests that a machine may lack the means for: without them they are left out, and `npm test` says at its
 * end which ones and for want of what.
 */
export const needs = (means: unknown, what: string) => ({ skip: !means, meta: { needs: what } })

declare module 'vitest' {
  interface TaskMeta {
    needs?: string
  }
}
