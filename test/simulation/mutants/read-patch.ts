/** What a unified diff changes: a file's old lines, with those around them, and the new ones. */
export type Change = { path: string; from: string; to: string }

export const readPatch = (patch: string): Change[] => {
  const changes: Change[] = []
  let path = ''
  let change: Change | undefined
  for (const line of patch.split('\n')) {
    if (line.startsWith('+++ ')) path = line.replace(/^\+\+\+ (b\/)?/, '').trim()
    else if (line.startsWith('@@')) changes.push((change = { path, from: '', to: '' }))
    else if (line.startsWith('diff ') || line.startsWith('--- ')) change = undefined
    else if (change && line.startsWith('-')) change.from += `${line.slice(1)}\n`
    else if (change && line.startsWith('+')) change.to += `${line.slice(1)}\n`
    else if (change && line.startsWith(' ')) {
      change.from += `${line.slice(1)}\n`
      change.to += `${line.slice(1)}\n`
    }
  }
  return changes
}

/** Throws where the text is not the one that the patch was made for. */
export const applyChanges = (text: string, changes: Change[]): string =>
  changes.reduce((changed, { path, from, to }) => {
    if (changed.split(from).length !== 2) throw new Error(`The patch does not fit ${path} any more.`)
    return changed.replace(from, () => to)
  }, text)
