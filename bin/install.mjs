// Plain JavaScript for any Node: makes `node_modules` true to the lock file, so that one command is enough. With
// --if-none it leaves alone what is there: an operator's server may be installed without what only builds and tests.
// A program that is named is run afterwards, by the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { claim } from './claim.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const installed = join(root, 'node_modules', '.package-lock.json')
const stamp = join(root, 'node_modules', '.goodword-lock')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

let hasInstalled = false
if (!isInstalled()) {
  await waitForOthers()
  if (!isInstalled()) install()
  hasInstalled = true
}
const [program, ...given] = process.argv.slice(2).filter((word) => word !== '--if-none')
if (program) await run(join(root, program))

/** In this process, unless it runs on another Node than is installed by now. */
function run(file) {
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!hasInstalled && realpathSync(process.execPath) === realpathSync(node)) {
    process.argv = [process.execPath, file, ...given]
    // Before its first TypeScript: what turns that into JavaScript is a tenth of a second to load, and then not needed.
    module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'compiled'))
    return import(pathToFileURL(file))
  }
  const child = spawn(node, [file, ...given], { stdio: 'inherit' })
  const hand = (signal) => void child.kill(signal)
  // Ctrl+C reaches both.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', hand).on('SIGHUP', hand)
  child.once('exit', (status) => process.exit(status ?? 1))
}

function isInstalled() {
  if (process.argv.includes('--if-none')) return existsSync(installed)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
}

/** Two installs at once in one folder would delete each other's files. */
async function waitForOthers() {
  for (let looks = 0; !(await claim(root, 'install')); looks += 1) {
    if (looks === 0) console.error('Another command is installing in this folder: waiting for it …')
    await pause(500)
  }
}

function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
    // An older Node leaves out the native parts of the build tools, whose packages require this.
    console.error(`Node 20.19, 22.12 or newer is needed to install Goodword. This is ${process.version}.`)
    process.exit(1)
  }
  const bad = root.match(process.platform === 'win32' ? /[#?*$`"]/ : /[#?*$`"\\]/)
  if (bad) {
    console.error(
      `Vite or PostgreSQL fails in a folder with ${bad[0]} in its name: rename what leads to ${root}`,
    )
    process.exit(1)
  }
  if (!hasAll()) {
    console.error('Installing what Goodword needs (once, about a minute) …')
    // Packages for building and for running are needed, whatever NODE_ENV is.
    const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = spawnSync('npm', ['ci', ...flags], {
      cwd: root,
      // Not among what a command prints for another program.
      stdio: ['inherit', 2, 2],
      shell: process.platform === 'win32',
    })
    if (status !== 0) process.exit(status ?? 1)
  }
  if (!existsSync(join(root, 'node_modules', 'node', 'bin'))) {
    console.error(
      'Node did not install: npm runs no install scripts here. Run `npm ci --ignore-scripts=false`, then this again.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

/** True when an earlier `npm ci` installed just this lock file. */
function hasAll() {
  if (!existsSync(installed)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || have[path]?.version === version,
  )
}
