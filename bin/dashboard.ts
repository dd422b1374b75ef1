import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDashboard } from './dashboard/build-dashboard.ts'

/** Writes the dashboard that an operator loads into Grafana. */
writeFileSync(
  join(import.meta.dirname, '../deploy/grafana/goodword.json'),
  `${JSON.stringify(buildDashboard(), null, 2)}\n`,
)
