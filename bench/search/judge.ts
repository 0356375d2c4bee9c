// Adds grades to the judgements, from files with the same format by one or several judges:
//   node bench/search/judge.ts POOL.json GRADES.json...
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Judgements, readJson } from './queries.ts'

const maxGrade = 3

type Pool = { id: string; results: { id: string }[] }[]

const parse = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/** The middle grade. Of an even number, the lower of the two in the middle. */
const middle = (grades: readonly number[]): number => grades.toSorted((a, b) => a - b)[(grades.length - 1) >> 1]!

function main([poolPath, ...paths]: string[]): void {
  if (poolPath === undefined || paths.length === 0) {
    throw new Error('Usage: node bench/search/judge.ts POOL.json GRADES.json...')
  }
  const judges = paths.map(path => parse<Judgements>(path))
  const judgements = readJson<Judgements>('judgements.json')
  const given: number[][] = []
  const missing: string[] = []
  for (const { id, results } of parse<Pool>(poolPath)) {
    for (const { id: document } of results) {
      const grades = judges.flatMap(judge => judge[id]?.[document] ?? [])
      if (grades.some(grade => !Number.isInteger(grade) || grade < 0 || grade > maxGrade)) {
        throw new Error(`Grades are whole numbers from 0 to ${maxGrade}: ${id} ${document} has ${grades.join()}.`)
      }
      if (grades.length === 0) missing.push(`${id} ${document}`)
      else {
        given.push(grades)
        judgements[id] = { ...judgements[id], [document]: middle(grades) }
      }
    }
  }
  writeFileSync(join(import.meta.dirname, 'judgements.json'), `${JSON.stringify(judgements, null, 2)}\n`)
  report(given, missing)
}

function report(given: readonly number[][], missing: readonly string[]): void {
  console.log(`${given.length} results have a grade, ${missing.length} have none.`)
  for (const one of missing.slice(0, 20)) console.log(`  ${one}`)
  const twice = given.filter(grades => grades.length > 1)
  if (twice.length === 0) return
  const spread = (grades: readonly number[]): number => Math.max(...grades) - Math.min(...grades)
  const share = (most: number): string =>
    `${Math.round((twice.filter(one => spread(one) <= most).length / twice.length) * 100)} %`
  console.log(
    `Of ${twice.length} results with several grades, ${share(0)} have equal ones, ${share(1)} differ by one at most.`,
  )
}

main(process.argv.slice(2))
