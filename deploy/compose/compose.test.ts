import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SECRETS } from '../../bin/commands/init/settings-file.ts'
import { SETTINGS } from '../../server/platform/process/env.ts'

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  depends_on?: Record<string, { condition: string }>
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  stop_grace_period?: string
  ports?: string[]
  volumes?: string[]
  logging?: { driver: string; options: Record<string, string> }
}
const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const { services, secrets } = parse(read('deploy/compose/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}
const OURS = ['migrate', 'api', 'worker', 'goodword']
const { version } = JSON.parse(read('package.json')) as { version: string }

test('api and worker begin when migrate has ended well, and it begins when the database is there', () => {
  for (const name of ['api', 'worker'])
    expect(services[name]!.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  expect(services['migrate']!.depends_on).toEqual({ database: { condition: 'service_healthy' } })
})

test('what is ours runs as this version, cannot write, and gets the time to finish', () => {
  for (const name of OURS) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '30s' })
    expect(services[name]!.image).toBe(`goodword:${version}`)
  }
  for (const name of ['api', 'worker']) expect(services[name]!.restart).toBe('unless-stopped')
})

test('only the proxy is reached from outside, and /metrics from this machine alone', () => {
  const published = Object.entries(services).flatMap(([name, { ports }]) => (ports ? [[name, ports]] : []))
  expect(Object.fromEntries(published)).toEqual({
    api: ['127.0.0.1:3000:3000'],
    proxy: ['80:80', '443:443', '443:443/udp'],
  })
})

test('the log of each container is bounded: a stranger’s calls do not fill the disk of the database', () => {
  for (const [name, { logging }] of Object.entries(services))
    expect([name, logging]).toEqual([
      name,
      { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
    ])
})

test('the worker and the command line write backups to a folder, which the image gives to its user', () => {
  const folder = '/var/backups/goodword'
  const writers = OURS.filter((name) => services[name]!.volumes!.some((one) => one.endsWith(`:${folder}`)))
  expect(writers).toEqual(['worker', 'goodword'])
  for (const name of OURS) expect(services[name]!.volumes).toContain('database-socket:/var/run/postgresql:ro')
  const [, user] = /^USER (\d+):/m.exec(read('deploy/Containerfile'))!
  expect(read('deploy/Containerfile')).toContain(`--owner=${user} --group=${user} --mode=0700 ${folder}`)
})

test('each secret of the settings comes as a file, which `goodword init --compose` writes', () => {
  expect(SECRETS).toEqual(expect.arrayContaining(SETTINGS.filter((name) => name.endsWith('_SECRET'))))
  for (const name of OURS) {
    const { environment = {}, secrets: given = [] } = services[name]!
    expect(given.toSorted()).toEqual(SECRETS.toSorted())
    expect(environment).toEqual(
      Object.fromEntries(SECRETS.map((secret) => [`${secret}_FILE`, `/run/secrets/${secret}`])),
    )
  }
  expect(
    Object.keys(secrets)
      .filter((name) => SETTINGS.includes(name))
      .toSorted(),
  ).toEqual(SECRETS.toSorted())
  for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`./secrets/${name}`)
})

test('every image is pinned, also those that the image is built from', () => {
  const images = Object.values(services).map(({ image }) => image)
  const bases = [...read('deploy/Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!)
  for (const image of [...images, ...bases]) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z-]+)?$/)
})

test('the page names this version', () => {
  const named = [...read('docs/DEPLOY.md').matchAll(/goodword[:-](\d+\.\d+\.\d+)/g)].map(([, found]) => found)
  expect(new Set(named)).toEqual(new Set([version]))
})
