// What every store must do, whatever it is made of. A store is run through it by a file of its own.
import { describe } from 'node:test'
import { changeTests } from './suite/changes.ts'
import { creatorTests } from './suite/creators.ts'
import { exactNameTests } from './suite/exact-names.ts'
import { feedTests } from './suite/feed.ts'
import type { OpenStore } from './suite/harness.ts'
import { importTests } from './suite/imports.ts'
import { openUrlTests } from './suite/open-url.ts'
import { pagingTests } from './suite/paging.ts'
import { peopleTests } from './suite/people.ts'
import { privacyTests } from './suite/privacy.ts'
import { pruneTests } from './suite/prune.ts'
import { renameTests } from './suite/renames.ts'
import { searchTests } from './suite/search.ts'

export function storeSuite(name: string, open: OpenStore): void {
  describe(`store on ${name}`, () => {
    feedTests(open)
    searchTests(open)
    changeTests(open)
    importTests(open)
    peopleTests(open)
    creatorTests(open)
    exactNameTests(open)
    privacyTests(open)
    pagingTests(open)
    pruneTests(open)
    renameTests(open)
    openUrlTests(open)
  })
}
