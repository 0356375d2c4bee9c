// All thresholds and weights of ask. `node test/ask/fit.ts` fits them on the development questions: it changes the values of
// this object, so read them where they are used (`parameters.factScore`), and do not copy them into constants.

export const parameters = {
  // Facts: shares of the weight of a question, 0 to 1.
  /** Minimum score of a fact that answers. */
  factScore: 0.44,
  /** Minimum share of the question that the fact covers. */
  factCoverage: 0.495,
  /** The same for a text that is no question: one of both is needed. */
  statementFactScore: 0.65,
  statementFactCoverage: 0.75,
  /** Minimum score of a fact about the service that does not have an everyday word of the question. */
  everydayFactScore: 0.56,
  /** Minimum score of a fact about the service on a site that has pages and no facts of its own. */
  serviceFactScore: 0.95,
  /** Minimum share of a sentence that a plan covers, if the sentences of the question are only answered one by one. */
  sentenceConfidence: 0.8,
  /** Maximum share of the question that is unknown. */
  factUnknown: 0.4,
  /** Facts whose score is at most this much below the best are part of the answer. */
  factScoreGap: 0.05,
  /** A fact with this score wins over creations with similar titles. */
  certainFactScore: 0.9,
  /** A part of a double question counts if it finds a fact with this score. */
  clauseScore: 0.65,
  /** A follow-up with at most this many different subjects is probably not complete. */
  ellipticalSlots: 2,
  /** Score with which a topic that nothing answers counts as asked for. */
  certainPartScore: 0.65,

  // The score of a fact: agreement with the nearest example question and with all of them together, and coverage. Sum: 1.
  scoreOfNearest: 0.5,
  scoreOfFrequency: 0.2,
  scoreOfCoverage: 0.3,
  /** An idea in this share of a fact's example questions counts fully. */
  fullFrequency: 0.33,
  /** Penalty for ideas of the example question that are missing in the query. */
  missingIdeasPenalty: 0.7,

  /** A fact may be calculated with if it has this score, and at most this much less than the best. */
  computedScore: 0.35,
  computedGap: 0.35,
  /** The share of the subject of the question that it must cover. */
  computedCoverage: 0.45,

  // Weights of slots. Ideas of the subject have 0.8 (all facts share it) to 2.6 (an idea of a single fact).
  /** A word in none of our lists. */
  unknownWordWeight: 2,
  /** Everyday words, and other known or very short words that no example question contains. */
  everydayWeight: 0.7,
  /** The kind of question (how, where, how many). */
  frameWeight: 0.35,
  /** Maximum for a word without an idea of its own. */
  maxWordWeight: 1.6,

  // Pages: shares of the weight of a question, 0 to 1.
  /** Minimum that passages of the site's pages and their headings contain, on a site without and with facts of its own. */
  pageSupport: 0.58,
  addedPageSupport: 0.86,
  /** Support by a passage for each unit of closeness, where an embeddings endpoint answers. */
  closenessSupport: 2.6,
  /** Minimum of passages that are shown as closest results below a question that is not answered. */
  nearPageSupport: 0.2,
  /** Score of such a topic with which the community is not searched. */
  openScore: 0.5,
  /** How much a match counts: of a synonym, of a word with the same idea, in the heading, in the title. */
  synonymStrength: 0.82,
  ideaStrength: 0.5,
  titleStrength: 0.75,
  /** What a word takes from the support if it is not in the passage, but in others, or in none. */
  elsewhereCost: 0.28,
  missingCost: 1.4,
  /** Passages are ordered by support, with bonuses for their own words, the title of their page and the first place under a heading. */
  ownWordsBonus: 0.22,
  titleBonus: 0.2,
  firstSentenceBonus: 0.2,
  /** Further sentences of the section are quoted if their rank is this share of that of the best. */
  contextRank: 0.72,
  /** Passages of other sections are quoted as well if their rank is this share of that of the best. */
  furtherQuote: 0.75,
  /** Support with which a passage of the site answers what seems to be a request. */
  requestSupport: 0.65,

  /** Two sentences repeat each other if the shorter one has this share of its words in common with the other. */
  sameSentence: 0.7,

  // Live community.
  /** Minimum share of the question that a query of the community explains. */
  liveCoverage: 0.75,
  /** Score below which a fact gives way to what a search finds, with words that are not of the service, and without. */
  foreignFactScore: 0.85,
  soughtFactScore: 0.5,
  /** The same for a question of which only some words are found. */
  partialFactScore: 0.4,
  /** Margin by which live results must beat facts. */
  liveMargin: 0.04,
  /** With this coverage, a question without results is declined rather than answered by an uncertain fact. */
  certainLiveCoverage: 0.9,
  /** Creations in a sorted list and in another one, if the question does not say how many; at most a page of the feed. */
  listLength: 5,
  foundLength: 6,
  /** If a search finds fewer creations than this with all words, creations with some of the words are shown below. */
  fewFound: 3,
  maxListed: 48,
  /** Texts that are looked up as names, words of a name, its letters if there are no spaces, and words of a tag or category. */
  maxNames: 160,
  maxNameWords: 7,
  maxNameLetters: 16,
  maxTopicWords: 4,
  /** Most used categories and tags that are loaded to recognise names; of these, tags of a single word. */
  maxLabels: 1000,
  singleWordTags: 100,
  /** Share of a question about a named creation or creator that may be unknown. */
  namedForeignShare: 0.34,
  /** What a word that is to be searched for takes from the coverage; a word of the service takes 1. */
  foreignWordCost: 0.1,
  /** The same for a word of the service after "is there something for". */
  soughtWordCost: 0.3,
  /**
   * Share of the words of a search that its results must contain, if something is described, and otherwise. How much a
   * common word counts.
   */
  soughtShare: 0.25,
  partialShare: 0.51,
  /** Words of the question that a result by a filter alone may miss. */
  missedByTag: 1,
  /**
   * Minimum closeness (see model/embeddings.ts) of the best creation by meaning, if no creation contains the words of the
   * question, and of creations that are shown below those that the question names.
   */
  nearCloseness: 0.4,
  commonWordShare: 0.4,
  /** Share of the words of what seems to be a request that creations must contain. */
  requestedShare: 0.39,
  /** Letters of a stem that is searched for as well as its word; one more if it is only a part of an unknown word. */
  stemLength: 4,
  /** Words of a question that is only a search. */
  phraseWords: 4,
  /** Words of a longer text that is searched for if nothing else answers. */
  searchWords: 8,
  /** Stop words in a phrase. */
  phraseStops: 1,
  /** Further words in a question about the health of the service. */
  statusWords: 3,

  // Language detection: added to the share of known words of a text.
  typicalLetterBonus: 0.2,
  /** The language of the previous question, or the one that the client prefers. */
  fallbackBonus: 0.08,

  // Spelling: lengths of words in letters.
  /** From this length on, two letters may be wrong. */
  longWordLength: 7,
}
