/**
 * Loaded before the product (`--import`): its wall clock is wrong by so many milliseconds. Monotonic time, which
 * `performance.now()` and timers use, is right.
 */
const shiftMs = Number(process.env['DRILL_CLOCK_SHIFT_MS'])
const RightDate = Date
const now = (): number => RightDate.now() + shiftMs

globalThis.Date = new Proxy(RightDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
  apply: () => new RightDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
})
