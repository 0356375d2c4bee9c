// The tables of the community. Texts are compared by their bytes (COLLATE "C"), as every store does.
import { derivedVersion, derivedVersionKey } from '../derived-version.ts'
import { sortColumns } from '../reads/creator-terms.ts'

/**
 * Changed by forward migrations. The words of tags and creators, the languages of labels, the totals and sort columns of
 * creators and the weights of follows are derived too, and recomputed by a rebuild of the index (reindex.ts).
 */
const recordTables = `
  CREATE TABLE meta (key text COLLATE "C" PRIMARY KEY, number bigint, bytes bytea);
  INSERT INTO meta VALUES ('data_version', 1);

  CREATE TABLE category (slug text COLLATE "C" PRIMARY KEY, record text NOT NULL);
  CREATE TABLE tag (key text COLLATE "C" PRIMARY KEY, record text NOT NULL);
  CREATE TABLE tag_word (
    locale text COLLATE "C", word text COLLATE "C", tag text COLLATE "C", PRIMARY KEY (locale, word, tag)
  );
  CREATE INDEX tag_word_by_tag ON tag_word (tag);
  CREATE TABLE label_locale (locale text COLLATE "C" PRIMARY KEY);

  -- 'weight' is the number of doublings of 'followers'.
  CREATE TABLE creator (
    handle text COLLATE "C" PRIMARY KEY, record text NOT NULL, weight integer NOT NULL DEFAULT 0,
    apps bigint NOT NULL DEFAULT 0, followers bigint NOT NULL DEFAULT 0, following bigint NOT NULL DEFAULT 0,
    views bigint NOT NULL DEFAULT 0, plays bigint NOT NULL DEFAULT 0,
    likes bigint NOT NULL DEFAULT 0, remixes bigint NOT NULL DEFAULT 0
  );

  -- n: the number of the creation (see tieBreaker in store/identity.ts).
  CREATE TABLE creation (
    n bigint PRIMARY KEY, handle text COLLATE "C" NOT NULL, slug text COLLATE "C" NOT NULL,
    parent text COLLATE "C", record text NOT NULL, UNIQUE (handle, slug)
  );
  CREATE INDEX creation_by_parent ON creation (parent) WHERE parent IS NOT NULL;

  CREATE TABLE follow (
    follower text COLLATE "C", following text COLLATE "C",
    follower_weight integer NOT NULL DEFAULT 0, following_weight integer NOT NULL DEFAULT 0,
    PRIMARY KEY (follower, following)
  );
  CREATE INDEX follow_followers ON follow (following, follower_weight DESC, follower);
  CREATE INDEX follow_following ON follow (follower, following_weight DESC, following);

  CREATE TABLE score (
    handle text COLLATE "C", slug text COLLATE "C", player text COLLATE "C",
    score double precision NOT NULL, achieved_at bigint NOT NULL, record text NOT NULL,
    PRIMARY KEY (handle, slug, player)
  );
  CREATE INDEX score_leaderboard ON score (handle, slug, score DESC, achieved_at, player);
  CREATE INDEX score_by_player ON score (player, achieved_at DESC, handle, slug);
`

/**
 * Sort keys are negative, so that they and handles have the same direction in indexes. These include everything that a
 * walk reads, which then takes a tenth of the time.
 */
export const sortKey = (column: string) => `(-${column})`

export const creatorColumns = `
  ALTER TABLE creator ADD COLUMN joined bigint NOT NULL DEFAULT 0, ADD COLUMN terms text COLLATE "C" NOT NULL DEFAULT '';
  ${sortColumns.map(column => `CREATE INDEX creator_by_${column} ON creator (${sortKey(column)}, handle) INCLUDE (${column}, terms);`).join('')}
`

/**
 * Derived from the records. Rewritten completely, in the current layout, when much of it changes or another version
 * of this software wrote it.
 */
export const derivedNames = ['shown', 'place', 'card', 'card_locale', 'search_text', 'list', 'posting'] as const
export type DerivedName = (typeof derivedNames)[number]

/** With a prefix for tables that are still being filled. */
export const derivedTables = (prefix = '') => `
  -- The creations that readers see, each whole in its row (toast_tuple_target). k0..k4: sort keys in the order of 'sorts'. 'words' are the names of all lists (see
  -- store/lists.ts) that a creation stands in.
  CREATE TABLE ${prefix}shown (
    n bigint NOT NULL, k0 bigint NOT NULL, k1 bigint NOT NULL, k2 bigint NOT NULL, k3 bigint NOT NULL,
    k4 bigint NOT NULL, views bigint NOT NULL, handle text COLLATE "C" NOT NULL, words tsvector NOT NULL
  ) WITH (toast_tuple_target = 8160);

  -- The lists that are read as they are, in every order. 'list' stands for the name: 64 bits of its hash.
  CREATE TABLE ${prefix}place (
    list bigint NOT NULL, k0 bigint NOT NULL, k1 bigint NOT NULL, k2 bigint NOT NULL, k3 bigint NOT NULL,
    k4 bigint NOT NULL, n bigint NOT NULL
  );

  -- A shown creation as JSON text in its default language; in the others it has, when 'translated', in card_locale.
  CREATE TABLE ${prefix}card (
    n bigint NOT NULL, locale text COLLATE "C" NOT NULL, translated boolean NOT NULL, text text NOT NULL
  ) WITH (toast_tuple_target = 8160);
  CREATE TABLE ${prefix}card_locale (n bigint NOT NULL, locale text COLLATE "C" NOT NULL, text text NOT NULL);

  -- The words of a shown creation by field (see store/search/fields.ts).
  CREATE TABLE ${prefix}search_text (n bigint NOT NULL, text text NOT NULL) WITH (toast_tuple_target = 8160);

  -- How many stand in each list.
  CREATE TABLE ${prefix}list (name text COLLATE "C" NOT NULL, size bigint NOT NULL);

  -- The numbers of those that stand in a list: see postings.ts. They do not get smaller by packing.
  CREATE TABLE ${prefix}posting (
    name text COLLATE "C" NOT NULL, part smallint NOT NULL, ns bytea NOT NULL
  ) WITH (toast_tuple_target = 8160);
  ALTER TABLE ${prefix}posting ALTER ns SET STORAGE EXTERNAL;
`

/** Created when the tables are full, which is several times faster. Unnamed, so that old and new tables can coexist. */
export const derivedIndexes = (prefix = ''): string[] => [
  `ALTER TABLE ${prefix}shown ADD PRIMARY KEY (n)`,
  `CREATE INDEX ON ${prefix}shown (handle)`,
  `ALTER TABLE ${prefix}place ADD PRIMARY KEY (list, k0, n)`,
  ...[1, 2, 3, 4].map(sort => `CREATE INDEX ON ${prefix}place (list, k${sort}, n)`),
  `ALTER TABLE ${prefix}card ADD PRIMARY KEY (n)`,
  `ALTER TABLE ${prefix}card_locale ADD PRIMARY KEY (n, locale)`,
  `ALTER TABLE ${prefix}search_text ADD PRIMARY KEY (n)`,
  `ALTER TABLE ${prefix}list ADD PRIMARY KEY (name)`,
  // Words by their ending.
  `CREATE INDEX ON ${prefix}list (reverse(name)) WHERE name >= 'w' AND name < 'x'`,
  `ALTER TABLE ${prefix}posting ADD PRIMARY KEY (name, part)`,
  `CREATE INDEX ON ${prefix}list (size DESC, name) WHERE name >= 't ' AND name < 't!' AND size > 0`,
]

/** For the table of idempotency keys and jobs see state/schema.ts. */
export const communityTables = `${recordTables}${derivedTables()}${derivedIndexes().join(';\n')};`

/** Marks the generated demo community. */
export const setDemo = "INSERT INTO meta (key, number) VALUES ('demo', 1) ON CONFLICT (key) DO NOTHING"
export const unsetDemo = "DELETE FROM meta WHERE key = 'demo'"
export const isDemo = "SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'demo') AS found"

export const anyRecord =
  'SELECT EXISTS (SELECT 1 FROM creator) OR EXISTS (SELECT 1 FROM category) OR EXISTS (SELECT 1 FROM tag) AS found'

export const derivedVersionColumn = `(SELECT number FROM meta WHERE key = '${derivedVersionKey}')`

export const setDerivedVersion = `INSERT INTO meta (key, number) VALUES ('${derivedVersionKey}', ${derivedVersion})
  ON CONFLICT (key) DO UPDATE SET number = excluded.number`

export const currentVersion = "SELECT number AS version FROM meta WHERE key = 'data_version'"

/** Notified at each commit that changed data; also by other programs that write to the tables. */
export const channel = 'vitrine_data'
