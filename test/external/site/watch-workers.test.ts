// Workers and changes of the site pack.
import { testWatch } from './watch-suite.ts'

testWatch(['--watch', '--workers', '1'])
