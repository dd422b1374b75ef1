import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'

/** The user that the database runs as: our own (empty), or, when we are root, `postgres`. */
export type Identity = { uid?: number; gid?: number }

export const asPostgresUser = async (): Promise<Identity> => {
  if (userInfo().uid !== 0) return {}
  if (idOf('-u') === undefined) {
    spawnSync('groupadd', ['--system', 'postgres'])
    spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'])
  }
  const uid = idOf('-u')
  const gid = idOf('-g')
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL will not run as root and no user "postgres" could be made: run as another user.',
    )
  }
  return { uid, gid }
}

const idOf = (flag: '-u' | '-g'): number | undefined => {
  const answer = spawnSync('id', [flag, 'postgres'])
  return answer.status === 0 ? Number(String(answer.stdout).trim()) : undefined
}
