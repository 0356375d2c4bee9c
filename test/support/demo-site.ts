// The site pack of the demo product. Most tests use it: the specification describes this product.
import { loadSite } from '../../src/site/read.ts'

export const demoSite = loadSite('demo')
