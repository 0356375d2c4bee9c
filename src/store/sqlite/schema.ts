// The tables of the community. Record tables change by forward migrations. Derived tables always have the current layout:
// a rebuild drops them and makes them again (reindex.ts).
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { derivedVersion, derivedVersionKey, type IndexState, indexStateOf } from '../derived-version.ts'
import {
  creatorVocabularyIndex,
  creatorVocabularyTable,
  creatorWordIndex,
  creatorWordTable,
  sortColumns,
} from '../reads/creator-terms.ts'
import { renameTable } from '../renaming/old-names.ts'
import { syncIdTable, syncTables } from '../tracking/tables.ts'
import { migrate } from './migrate.ts'

/** The totals and sort columns of creators and the weights of follows are derived too, and recomputed by a rebuild. */
const recordTables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  INSERT INTO meta VALUES ('data_version', 1);

  CREATE TABLE category (slug TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tag (key TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE creator (
    handle TEXT PRIMARY KEY, record TEXT NOT NULL,
    apps INTEGER NOT NULL DEFAULT 0, followers INTEGER NOT NULL DEFAULT 0, following INTEGER NOT NULL DEFAULT 0,
    views INTEGER NOT NULL DEFAULT 0, plays INTEGER NOT NULL DEFAULT 0,
    likes INTEGER NOT NULL DEFAULT 0, remixes INTEGER NOT NULL DEFAULT 0
  );

  -- n: the number of the creation (see tieBreaker in store/identity.ts).
  CREATE TABLE creation (
    n INTEGER PRIMARY KEY, handle TEXT NOT NULL, slug TEXT NOT NULL, parent TEXT, record TEXT NOT NULL,
    UNIQUE (handle, slug)
  );
  CREATE INDEX creation_by_parent ON creation (parent) WHERE parent IS NOT NULL;

  CREATE TABLE follow (
    follower TEXT, following TEXT,
    follower_weight INTEGER NOT NULL DEFAULT 0, following_weight INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (follower, following)
  ) WITHOUT ROWID;
  CREATE INDEX follow_followers ON follow (following, follower_weight DESC, follower);
  CREATE INDEX follow_following ON follow (follower, following_weight DESC, following);

  CREATE TABLE score (
    handle TEXT, slug TEXT, player TEXT, score REAL NOT NULL, achieved_at INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (handle, slug, player)
  ) WITHOUT ROWID;
  CREATE INDEX score_leaderboard ON score (handle, slug, score DESC, achieved_at, player);
  CREATE INDEX score_by_player ON score (player, achieved_at DESC);
`

/** Sort keys are negative, so that they and handles have the same direction in indexes. Walks read no other columns. */
export const sortKey = (column: string) => `by_${column}`

const creatorColumns = `
  ALTER TABLE creator ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE creator ADD COLUMN terms TEXT NOT NULL DEFAULT '';
${sortColumns
  .map(
    column => `
  ALTER TABLE creator ADD COLUMN ${sortKey(column)} INTEGER AS (-${column});
  CREATE INDEX creator_${sortKey(column)} ON creator (${sortKey(column)}, handle, terms);`,
  )
  .join('')}
`

export const withoutRowid = ' WITHOUT ROWID'

export const derivedNames = [
  'tag_word',
  'creator_word',
  'creator_vocabulary',
  'label_locale',
  'shown',
  'card',
  'card_locale',
  'search_text',
  'list',
  'posting',
] as const

export const derivedTables = `
  CREATE TABLE tag_word (locale TEXT, word TEXT, tag TEXT, PRIMARY KEY (locale, word, tag)) WITHOUT ROWID;
  CREATE INDEX tag_word_by_tag ON tag_word (tag);
${creatorWordTable('TEXT', withoutRowid)}${creatorWordIndex}
${creatorVocabularyTable('TEXT', withoutRowid)}${creatorVocabularyIndex}
  CREATE TABLE label_locale (locale TEXT PRIMARY KEY) WITHOUT ROWID;

  -- The creations that readers see. k0..k4: sort keys in the order of 'sorts'; lists: 32-bit list ids.
  CREATE TABLE shown (
    n INTEGER PRIMARY KEY, k0 INTEGER, k1 INTEGER, k2 INTEGER, k3 INTEGER, k4 INTEGER, views INTEGER,
    lists BLOB
  );

  -- A shown creation as JSON text in its default language. 'languages' is '' when there is no other, else all of them,
  -- each between spaces, the default first; the others are in card_locale.
  CREATE TABLE card (n INTEGER PRIMARY KEY, text TEXT NOT NULL, languages TEXT NOT NULL);
  -- With a rowid, because texts of more than a quarter of a page would take a page of their own without.
  CREATE TABLE card_locale (n INTEGER, locale TEXT, text TEXT NOT NULL, PRIMARY KEY (n, locale));

  -- The words of a shown creation by field (see store/search/fields.ts).
  CREATE TABLE search_text (n INTEGER PRIMARY KEY, text TEXT NOT NULL);

  -- Lists of creations (see postings.ts): names and sizes, and the blocks of each list in each sort order. 'reversed' is
  -- the name of a list of a word from the last letter to the first, to find words by their ending.
  CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER NOT NULL DEFAULT 0, reversed TEXT);
  CREATE INDEX list_reversed ON list (reversed) WHERE reversed IS NOT NULL;
  CREATE INDEX list_tags ON list (size DESC, name) WHERE name >= 't ' AND name < 't!' AND size > 0;
  CREATE TABLE posting (list INTEGER, lo BLOB, entries BLOB NOT NULL, PRIMARY KEY (list, lo)) WITHOUT ROWID;
`

/** The second one is replaced by a rebuild of the index. */
const migrations: readonly string[] = [
  recordTables + derivedTables,
  '',
  "DELETE FROM meta WHERE key = 'combines_kinds'",
  syncTables('TEXT', ' WITHOUT ROWID'),
  renameTable('TEXT'),
  syncIdTable('TEXT'),
  creatorColumns,
]

export const anyRecord =
  'SELECT EXISTS (SELECT 1 FROM creator) OR EXISTS (SELECT 1 FROM category) OR EXISTS (SELECT 1 FROM tag) AS found'

export function migrateCommunity(db: DatabaseSync): void {
  migrate(db, migrations, () => {
    // Created here rather than on first use, which would have to wait for a running import.
    db.prepare("INSERT OR IGNORE INTO meta VALUES ('cursor_secret', ?)").run(randomBytes(32))
    if ((db.prepare(anyRecord).get() as { found: number }).found === 0) setDerivedVersion(db)
  })
}

export const derivedVersionColumn = `(SELECT value FROM meta WHERE key = '${derivedVersionKey}')`

export const indexStateIn = (db: DatabaseSync): IndexState =>
  indexStateOf((db.prepare(`SELECT ${derivedVersionColumn} AS found`).get() as { found: number | null }).found)

export function setDerivedVersion(db: DatabaseSync): void {
  db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(derivedVersionKey, derivedVersion)
}
