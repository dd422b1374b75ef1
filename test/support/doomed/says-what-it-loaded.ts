/** Which of Node's own modules this process has loaded: for diagnosis, and not in the types. */
const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }

const isTurned = moduleLoadList.some((name) => name.includes('amaro'))
console.log(isTurned ? 'turned TypeScript into JavaScript' : 'found JavaScript')
