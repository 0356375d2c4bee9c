// Reads a JSON file of demo/data.
import { readFileSync } from 'node:fs'

export const readData = <Content>(name: string): Content =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as Content
