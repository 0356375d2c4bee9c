// Groups the problems of an import: problems that differ only in line and value are of one kind.
import type { Rejection } from '../../store/store.ts'

/** `examples` are the first problems of the kind. */
export type ProblemKind<P = Rejection> = { kind: string; count: number; examples: P[] }

const maxExamples = 3
/** Limited, since unknown fields can have any name. */
const maxKinds = 100
const otherKinds = 'other problems'

/** The parts that differ between problems of one kind, and what replaces them. */
const variableParts: [pattern: RegExp, replacement: string][] = [
  [/ \((?:it is|it has) .*\)$/s, ''],
  [/\[\d+\]/g, '[]'],
  [/^(labels|translations)\.[^.: ]+/, '$1.*'],
  [/^labels has \S+ twice/, 'labels has a language twice'],
  [/^translations has \S+ twice/, 'translations has a language twice'],
  [/^\d+ rows are this/, 'Several rows are this'],
  [/ from character \d+ on$/, ''],
  [/^(handle|to) must not be \S+, a name/, '$1 must not be a name'],
  [
    /^\S+ cannot be renamed to \S+: there is another (creator|creation) called \S+\./,
    'a rename to the name of another $1.',
  ],
  [/^No creator is called \S+,/, 'No such creator,'],
  [/^No creation is at \S+,/, 'No such creation,'],
]

export function problemKind(reason: string): string {
  return variableParts.reduce((kind, [pattern, replacement]) => kind.replace(pattern, replacement), reason)
}

export function problemKinds<P extends { reason: string } = Rejection>() {
  const kinds = new Map<string, ProblemKind<P>>()
  return {
    add(problem: P): void {
      const name = problemKind(problem.reason)
      const kind = kinds.has(name) || kinds.size < maxKinds ? name : otherKinds
      const entry = kinds.get(kind) ?? { kind, count: 0, examples: [] }
      kinds.set(kind, entry)
      entry.count++
      if (entry.examples.length < maxExamples) entry.examples.push(problem)
    },
    /** The most frequent first. */
    list: (): ProblemKind<P>[] => [...kinds.values()].sort((a, b) => b.count - a.count),
  }
}
