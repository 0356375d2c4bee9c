// The tables for idempotency keys, jobs, the history of health checks and vectors.
import { healthTable } from '../../tracking/health.ts'
import { vectorTable } from '../../tracking/vectors.ts'

const idempotencyTables = `
  -- A request that is being answered has a holder and a lease; one that was answered has neither.
  CREATE TABLE idempotency (
    n INTEGER PRIMARY KEY, scope TEXT NOT NULL UNIQUE, caller TEXT NOT NULL, fingerprint TEXT NOT NULL,
    at INTEGER NOT NULL, holder TEXT, lease_until INTEGER,
    status INTEGER, head TEXT, body BLOB, bytes INTEGER NOT NULL
  );
  CREATE INDEX idempotency_by_age ON idempotency (at);
  CREATE INDEX idempotency_by_caller ON idempotency (caller, at);

  -- Triggers maintain the totals of each caller and, under the empty name, of all callers; no COUNT(*).
  CREATE TABLE idempotency_use (
    caller TEXT PRIMARY KEY, entries INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TRIGGER idempotency_added AFTER INSERT ON idempotency BEGIN
    INSERT INTO idempotency_use VALUES ('', 1, NEW.bytes), (NEW.caller, 1, NEW.bytes)
      ON CONFLICT (caller) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER idempotency_resized AFTER UPDATE OF bytes ON idempotency BEGIN
    UPDATE idempotency_use SET bytes = bytes + NEW.bytes - OLD.bytes WHERE caller IN ('', NEW.caller);
  END;
  CREATE TRIGGER idempotency_removed AFTER DELETE ON idempotency BEGIN
    UPDATE idempotency_use SET entries = entries - 1, bytes = bytes - OLD.bytes WHERE caller IN ('', OLD.caller);
    DELETE FROM idempotency_use WHERE caller = OLD.caller AND entries = 0;
  END;
`

const jobTables = `
  -- Who runs a job is its owner until the lease is over, or until somebody else claims it after that.
  CREATE TABLE job (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, caller TEXT NOT NULL, status TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL, owner TEXT, lease_until INTEGER,
    task TEXT NOT NULL, outcome BLOB, bytes INTEGER NOT NULL
  );
  CREATE INDEX job_by_age ON job (created_at);
  CREATE INDEX job_queued ON job (n) WHERE status = 'queued';
  CREATE INDEX job_running ON job (lease_until) WHERE status = 'running';
  CREATE TRIGGER job_stays_finished BEFORE UPDATE ON job WHEN OLD.status IN ('completed', 'failed') BEGIN
    SELECT RAISE(ABORT, 'A finished job never changes.');
  END;

  -- Triggers maintain the totals of each caller and, under the empty name, of all callers; no COUNT(*).
  CREATE TABLE job_use (
    caller TEXT PRIMARY KEY, unfinished INTEGER NOT NULL, entries INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
    INSERT INTO job_use VALUES ('', 1, 1, NEW.bytes), (NEW.caller, 1, 1, NEW.bytes)
      ON CONFLICT (caller) DO UPDATE
      SET unfinished = unfinished + 1, entries = entries + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER job_finished AFTER UPDATE OF status ON job WHEN NEW.status IN ('completed', 'failed') BEGIN
    UPDATE job_use SET unfinished = unfinished - 1, bytes = bytes + NEW.bytes - OLD.bytes
      WHERE caller IN ('', NEW.caller);
  END;
  CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
    UPDATE job_use SET
      unfinished = unfinished - (OLD.status IN ('queued', 'running')), entries = entries - 1, bytes = bytes - OLD.bytes
      WHERE caller IN ('', OLD.caller);
    DELETE FROM job_use WHERE caller = OLD.caller AND entries = 0;
  END;
`

/** Forward migrations. */
export const stateMigrations: readonly string[] = [
  `CREATE TABLE pulse (beats INTEGER); INSERT INTO pulse VALUES (0); ${idempotencyTables}`,
  jobTables,
  healthTable,
  vectorTable,
]
