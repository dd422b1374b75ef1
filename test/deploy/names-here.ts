import dns from 'node:dns'

/** Loaded before a process under test: the names of the stage are on this machine. */
const { lookup } = dns
dns.lookup = ((host: string, ...rest: [never, never]) =>
  lookup(host.endsWith('.goodword.test') ? '127.0.0.1' : host, ...rest)) as typeof dns.lookup
