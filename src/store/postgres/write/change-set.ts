// What an import changed, with what only this store must remember.
import { type Touched as Common, emptyTouched as emptyCommon } from '../../change-set.ts'

export type Touched = Common & {
  /** `handle/slug` of deleted creations: what was made from them shows them no longer. */
  gone: Set<string>
}

export const emptyTouched = (firstFollows: boolean): Touched => ({ ...emptyCommon(firstFollows), gone: new Set() })
