import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Authority = { caFile: string; ca: string; cert: string; key: string }

/** A certificate for these names, and the authority that signed it: for as long as a check takes. */
export const makeAuthority = (folder: string, names: string[]): Authority => {
  const at = (file: string) => join(folder, file)
  const alternatives = names.map((name) => `DNS:${name}`).join(',')
  writeFileSync(at('names'), `subjectAltName=${alternatives}\nbasicConstraints=CA:FALSE\n`)
  const subject = ['-nodes', '-newkey', 'rsa:2048', '-subj']
  openssl(
    'req',
    '-x509',
    '-days',
    '2',
    ...subject,
    '/CN=Goodword check',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  )
  openssl('req', ...subject, `/CN=${names[0]}`, '-keyout', at('server.key'), '-out', at('server.csr'))
  const signedBy = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial']
  openssl(
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    at('server.csr'),
    ...signedBy,
    '-extfile',
    at('names'),
    '-out',
    at('server.pem'),
  )
  const read = (file: string) => readFileSync(at(file), 'utf8')
  return { caFile: at('ca.pem'), ca: read('ca.pem'), cert: read('server.pem'), key: read('server.key') }
}

const openssl = (...args: string[]): void => {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}
