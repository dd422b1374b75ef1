import { GraphDrawStyle, StackingMode } from '@grafana/grafana-foundation-sdk/common'
import * as common from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type Dashboard,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as Stat } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TimeSeries } from '@grafana/grafana-foundation-sdk/timeseries'
import { ROWS, type PanelSpec } from './panels.ts'

/** The variable that is chosen at the top of the dashboard. */
const SOURCE = { type: 'prometheus', uid: '${source}' }
const UNITS = { currency: 'currency:', s: 's', bytes: 'bytes', percentunit: 'percentunit', short: 'short' }

/** Of 24 columns and in rows of Grafana's grid. */
const NUMBER = { width: 4, height: 4 }
const CHART = { width: 12, height: 8 }

/** What deploy/grafana/goodword.json holds. */
export const buildDashboard = (): Dashboard => {
  const dashboard = new DashboardBuilder('Goodword')
    .uid('goodword')
    .tags(['goodword'])
    .description('docs/MONITORING.md says how to read it.')
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(new DatasourceVariableBuilder('source').label('Prometheus').type('prometheus'))
  for (const [title, panels] of Object.entries(ROWS)) {
    dashboard.withRow(new RowBuilder(title))
    for (const panel of panels)
      dashboard.withPanel(panel.kind === 'number' ? numberOf(panel) : chartOf(panel))
  }
  return dashboard.build()
}

const queriesOf = ({ queries }: PanelSpec): DataqueryBuilder[] =>
  Object.entries(queries).map(([legend, expr], at) =>
    new DataqueryBuilder()
      .refId(String.fromCodePoint(65 + at))
      .datasource(SOURCE)
      .expr(expr)
      .legendFormat(legend),
  )

const numberOf = (spec: PanelSpec): Stat =>
  new Stat()
    .title(spec.title)
    .description(spec.says)
    .datasource(SOURCE)
    .targets(queriesOf(spec))
    .unit(UNITS[spec.unit ?? 'short'])
    .thresholds(thresholdsOf(spec))
    .colorMode(common.BigValueColorMode.Background)
    .noValue('?')
    .span(NUMBER.width)
    .height(NUMBER.height)

const chartOf = (spec: PanelSpec): TimeSeries => {
  const panel = new TimeSeries()
    .title(spec.title)
    .description(spec.says)
    .datasource(SOURCE)
    .targets(queriesOf(spec))
    .unit(UNITS[spec.unit ?? 'short'])
    .min(0)
    .span(CHART.width)
    .height(CHART.height)
  if (spec.kind === 'lines') return panel.lineWidth(2)
  return panel
    .drawStyle(GraphDrawStyle.Bars)
    .fillOpacity(80)
    .stacking(new common.StackingConfigBuilder().mode(StackingMode.Normal))
}

const thresholdsOf = ({ redFrom, redBelow }: PanelSpec): ThresholdsConfigBuilder => {
  const steps =
    redBelow === undefined
      ? [
          { value: null, color: 'green' },
          { value: redFrom ?? Number.MAX_SAFE_INTEGER, color: 'red' },
        ]
      : [
          { value: null, color: 'red' },
          { value: redBelow, color: 'green' },
        ]
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps)
}
