import { z } from 'zod'
import { EXPERIMENT_WEEKS } from './shared/experiment-terms.ts'
import { moment, shape } from './shared/values.ts'

export const experimentKind = z
  .enum(['hold-out', 'delays', 'wordings'])
  .describe('A text against none, two delays, or two messages.')
export type ExperimentKind = z.infer<typeof experimentKind>

export const comparedSide = shape('ComparedSide', {
  delayMinutes: z.int().nullable().describe('Where delays are compared.'),
  message: z.string().nullable().describe('Where messages are compared.'),
  customers: z.int().describe('Each once, however many invoices were paid.'),
  came: z
    .int()
    .nullable()
    .describe('How many of them did what is counted, within 21 days; null where that is not known.'),
  reviewed: z
    .int()
    .nullable()
    .describe(
      'How many of them wrote a review within 21 days, as far as names tell. Null where reviews are not connected.',
    ),
})
export type ComparedSide = z.infer<typeof comparedSide>

export const experiment = shape('Experiment', {
  id: z.guid(),
  kind: experimentKind,
  state: z
    .enum(['running', 'waiting', 'judged', 'stopped'])
    .describe('`waiting`: it is over, and its last customers have their 21 days.'),
  counted: z
    .enum(['opened', 'reviewed'])
    .describe('What is counted: the link opened, or a review by that name.'),
  percentB: z.int().describe('Of a hundred customers, how many are on side `b`.'),
  registeredAt: moment,
  endsAt: moment,
  judgedAt: moment.describe('Known from its start. Before it, nothing is said of which side is better.'),
  stoppedAt: moment.nullable(),
  // What the owner did when it began; and what she tries: no text, another delay, another message.
  a: comparedSide,
  b: comparedSide,
  judgement: z
    .object({
      low: z.number().describe('Of the share of `b` less that of `a`, the lower end of an interval of 95 %.'),
      high: z.number(),
      better: z.enum(['a', 'b']).nullable().describe('Null where the two could not be told apart.'),
    })
    .nullable()
    .describe('Null before its day, of one that was stopped, and where what is counted is not known.'),
})
export type Experiment = z.infer<typeof experiment>

export const experimentPlan = shape('ExperimentPlan', {
  kind: experimentKind,
  whyNot: z.string().nullable().describe('Why it cannot be started now; null where it can.'),
  assumedPercent: z
    .int()
    .describe('Of a hundred customers, how many do what is counted, as far as is known.'),
  isAssumed: z.boolean().describe('Whether that is a guess, for want of texts of her own.'),
  lengths: z.array(
    z.object({
      weeks: z.int(),
      customers: z.int().describe('About so many come by until then.'),
      points: z
        .int()
        .nullable()
        .describe(
          'The smallest difference, in points of a hundred, that it would show four times out of five.',
        ),
    }),
  ),
  monthsForTenPoints: z
    .int()
    .nullable()
    .describe('About so many months to see a difference of ten points; null without customers.'),
})
export type ExperimentPlan = z.infer<typeof experimentPlan>

/** `GET /api/experiments` */
export const experimentsResponse = shape('Experiments', {
  experiments: z.array(experiment).describe('The newest first.'),
  plans: z.array(experimentPlan).describe('What counts reviews only where reviews are switched on.'),
  customersPerMonth: z.int(),
  delayMinutes: z.int().describe('As it is set now.'),
  message: z.string().describe('As it is set now.'),
})
export type ExperimentsResponse = z.infer<typeof experimentsResponse>

/** `POST /api/experiments` → `Experiments` */
export const experimentRequest = shape('ExperimentRequest', {
  kind: experimentKind,
  weeks: z.literal([...EXPERIMENT_WEEKS]),
  delayMinutes: z.int().min(0).max(43_200).optional().describe('The other delay, where delays are compared.'),
  message: z.string().max(2000).optional().describe('The other message, where messages are compared.'),
})
export type ExperimentRequest = z.infer<typeof experimentRequest>

/** `POST /api/experiments/{id}/stop` → `Experiments` */
export const experimentParams = z.object({ id: z.guid().describe('The comparison, as the list names it.') })
