import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './run-command.ts'
import { STORE } from './base-images.ts'

const CONFIGURED = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'] as const

/** Builds the Containerfile as it is. Where npm finds its packages on this machine goes in beside it, into no layer. */
export const buildImage = async (root: string, tag: string, folder: string): Promise<void> => {
  const npm = await npmSettings(folder)
  await must('buildah', [
    ...STORE,
    'bud',
    '--isolation=chroot',
    '--format=docker',
    '--pull-never',
    `--secret=id=npmrc,src=${npm.file}`,
    ...npm.volumes,
    `--file=${join(root, 'deploy/Containerfile')}`,
    `--tag=${tag}`,
    root,
  ])
}

const npmSettings = async (folder: string): Promise<{ file: string; volumes: string[] }> => {
  const get = async (name: string) => (await must('npm', ['config', 'get', name])).trim()
  const own = await get('userconfig')
  const values = await Promise.all(CONFIGURED.map(async (name) => [name, await get(name)] as const))
  const given = values.filter(([, value]) => value && value !== 'null' && value !== 'undefined')
  // Where an authority of the company's own signs what comes in, Node is told so by this variable, or npm by cafile.
  const authority = given.find(([name]) => name === 'cafile')?.[1] ?? process.env['NODE_EXTRA_CA_CERTS']
  const lines = [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    ...given.map(([name, value]) => `${name}=${value}`),
    ...(authority ? [`cafile=${authority}`] : []),
  ]
  const file = join(folder, 'npmrc')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  const cache = await get('cache')
  return {
    file,
    volumes: [
      ...(authority ? [`--volume=${authority}:${authority}:ro`] : []),
      ...(existsSync(cache) ? [`--volume=${cache}:/root/.npm`] : []),
    ],
  }
}
