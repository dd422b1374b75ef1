import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** What one process has counted, as prom-client writes it down. */
export type Reading = MetricObjectWithValues<MetricValue<string>>[]

/**
 * Values are cut to multiples of this, so that sums are exact up to 2^33 and do not depend on their order. With plain
 * fractions a sum could fall in its last bit, which Prometheus reads as a start from zero.
 */
const GRID = 2 ** -20

/** Now, of this process. Of histograms prom-client gives one value for each bucket, the sum and the count. */
export const readRegistry = async (registry: Registry): Promise<Reading> =>
  (await registry.getMetricsAsJSON()).map((metric) =>
    isLasting(metric)
      ? { ...metric, values: metric.values.map((one) => ({ ...one, value: onGrid(one.value) })) }
      : metric,
  )

/** Only grows while a process lives: what it had counted still counts when it has ended. */
export const lastingOf = (reading: Reading): Reading => reading.filter(isLasting)

/** The same with the opposite sign, to take out of a sum what was added before. */
export const negative = (reading: Reading): Reading =>
  reading.map((metric) => ({
    ...metric,
    values: metric.values.map((one) => ({ ...one, value: -one.value })),
  }))

/** By the name and the labels of each value, in the way that its metric names. */
export const sumOf = (readings: Reading[]): Registry => AggregatorRegistry.aggregate(readings)

const isLasting = ({ type }: Reading[number]): boolean => LASTING.has(String(type))

const LASTING = new Set(['counter', 'histogram'])

const onGrid = (value: number): number => Math.floor(value / GRID) * GRID
