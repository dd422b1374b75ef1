import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { must, run } from './run-command.ts'

/** Outside of the repository, and kept for the next run. */
export const CACHE = process.env['GOODWORD_LAB'] ?? '/var/cache/goodword-lab'

/** What the official slim images leave out as well. */
const SLIM = ['doc', 'man', 'locale', 'info', 'groff', 'lintian'].map(
  (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
)

/** Flags of both tools: a store of our own, on any file system, without systemd. */
export const STORE = ['--root', join(CACHE, 'containers'), '--storage-driver', 'vfs']

/** The two images that the Containerfile begins with, made of Debian's packages instead of taken from a registry. */
export const makeBaseImages = async (containerfile: string, say: (words: string) => void): Promise<void> => {
  const names = [...readFileSync(containerfile, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name]) => name!)
  const [nodeImage, debianImage] = names as [string, string]
  const isThere = async (name: string) =>
    (await run('podman', [...STORE, 'image', 'exists', name])).code === 0
  if (!(await isThere(debianImage))) {
    say(`Making ${debianImage} of Debian's packages, once …`)
    await must('podman', [...STORE, 'import', await slimDebian(), debianImage])
  }
  if (await isThere(nodeImage)) return
  say(`Making ${nodeImage} of it, with this Node and this npm …`)
  const container = (await must('buildah', [...STORE, 'from', '--pull-never', debianImage])).trim()
  const root = (await must('buildah', [...STORE, 'mount', container])).trim()
  await putNode(join(root, 'usr/local'))
  await must('buildah', [...STORE, 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container])
  await must('buildah', [...STORE, 'commit', '--rm', container, nodeImage])
}

export const slimDebian = async (): Promise<string> => {
  const tarball = join(CACHE, 'debian-13-slim.tar')
  if (existsSync(tarball)) return tarball
  mkdirSync(CACHE, { recursive: true })
  const unfinished = join(CACHE, 'unfinished.tar')
  await must('mmdebstrap', ['--variant=minbase', ...SLIM, 'trixie', unfinished])
  renameSync(unfinished, tarball)
  return tarball
}

const putNode = async (prefix: string): Promise<void> => {
  const modules = join(prefix, 'lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(process.execPath, join(prefix, 'bin/node'))
  const npm = (await must('npm', ['prefix', '--global'])).trim()
  const source = [npm, '/usr', '/usr/local']
    .map((at) => join(at, 'lib/node_modules/npm'))
    .find((at) => existsSync(at))
  if (!source) throw new Error('npm itself is not found on this machine')
  cpSync(source, join(modules, 'npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(prefix, 'bin', name))
}
