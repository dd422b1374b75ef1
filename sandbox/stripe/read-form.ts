export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/** Stripe's own way of writing nested values in a form: `line_items[0][quantity]=1`. */
export const readForm = (pairs: Iterable<[string, string]>): Record<string, FormValue> => {
  const root: Node = new Map()
  for (const [key, value] of pairs) {
    const path = [key.split('[', 1)[0]!, ...[...key.matchAll(/\[([^\]]*)\]/g)].map(([, name]) => name!)]
    put(root, path, value)
  }
  return settle(root) as Record<string, FormValue>
}

type Node = Map<string, Node | string>

const put = (node: Node, [first = '', ...rest]: string[], value: string): void => {
  const name = first === '' ? String(node.size) : first
  if (rest.length === 0) {
    node.set(name, value)
    return
  }
  const inner = node.get(name)
  const next: Node = inner instanceof Map ? inner : new Map()
  node.set(name, next)
  put(next, rest, value)
}

const settle = (node: Node): FormValue => {
  const entries = [...node].map(([name, value]): [string, FormValue] => [
    name,
    value instanceof Map ? settle(value) : value,
  ])
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
