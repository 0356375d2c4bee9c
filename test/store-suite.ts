// What every store must do, whatever it is made of. A store is run through it by a file of its own.
import { describe } from 'node:test'
import { changeTests } from './store-suite/changes.ts'
import { feedTests } from './store-suite/feed.ts'
import type { OpenStore } from './store-suite/harness.ts'
import { importTests } from './store-suite/imports.ts'
import { pagingTests } from './store-suite/paging.ts'
import { peopleTests } from './store-suite/people.ts'
import { privacyTests } from './store-suite/privacy.ts'

export function storeSuite(name: string, open: OpenStore): void {
  describe(`store on ${name}`, () => {
    feedTests(open)
    changeTests(open)
    importTests(open)
    peopleTests(open)
    privacyTests(open)
    pagingTests(open)
  })
}
