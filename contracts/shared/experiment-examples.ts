/** What the fields of a comparison look like, for the examples of the API's description. */
export const EXPERIMENT_EXAMPLES: Record<string, unknown> = {
  'Experiment.kind': 'delays',
  'ExperimentPlan.kind': 'delays',
  'ExperimentRequest.kind': 'delays',
  'Experiment.percentB': 50,
  'ComparedSide.customers': 118,
  'ComparedSide.came': 41,
  'ComparedSide.reviewed': 9,
  'judgement.low': -0.021,
  'judgement.high': 0.184,
  'ExperimentPlan.whyNot': null,
  'ExperimentPlan.assumedPercent': 30,
  'lengths.weeks': 13,
  'lengths.customers': 120,
  'lengths.points': 26,
  'ExperimentPlan.monthsForTenPoints': 19,
  'Experiments.customersPerMonth': 40,
}
