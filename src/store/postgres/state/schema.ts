// The tables for idempotency keys and jobs. Triggers maintain the totals of each caller and, under the empty name,
// of all callers; no COUNT(*). The row of the overall total is always locked first, which avoids deadlocks.
const bookkeeping = (table: 'job' | 'idempotency', unfinished: { new: string; old: string } | null) => {
  const extra = (by: string) => (unfinished ? `unfinished = unfinished + ${by}, ` : '')
  const book = (name: string, by: string, entries: string, bytes: string) =>
    `UPDATE ${table}_use SET ${extra(by)}entries = entries + ${entries}, bytes = bytes + ${bytes} WHERE caller = ${name};`
  const columns = unfinished ? 'caller, unfinished, entries, bytes' : 'caller, entries, bytes'
  const zeros = unfinished ? '0, 0, 0' : '0, 0'
  const added = unfinished?.new ?? '0'
  const removed = unfinished ? `-(${unfinished.old})` : '0'
  const changed = unfinished ? `(${unfinished.new}) - (${unfinished.old})` : '0'
  return `
  CREATE FUNCTION ${table}_books() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      ${book("''", added, '1', 'NEW.bytes')}
      INSERT INTO ${table}_use (${columns}) VALUES (NEW.caller, ${zeros}) ON CONFLICT (caller) DO NOTHING;
      ${book('NEW.caller', added, '1', 'NEW.bytes')}
    ELSIF TG_OP = 'UPDATE' THEN
      ${book("''", changed, '0', 'NEW.bytes - OLD.bytes')}
      ${book('NEW.caller', changed, '0', 'NEW.bytes - OLD.bytes')}
    ELSE
      ${book("''", removed, '-1', '-OLD.bytes')}
      ${book('OLD.caller', removed, '-1', '-OLD.bytes')}
      DELETE FROM ${table}_use WHERE caller = OLD.caller AND entries = 0 AND caller <> '';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${table}_added AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_books();
  CREATE TRIGGER ${table}_resized AFTER UPDATE ON ${table} FOR EACH ROW
    WHEN (OLD.bytes <> NEW.bytes${unfinished ? ' OR OLD.status <> NEW.status' : ''}) EXECUTE FUNCTION ${table}_books();
  INSERT INTO ${table}_use (${columns}) VALUES ('', ${zeros});`
}

const isUnfinished = (row: 'NEW' | 'OLD') => `(${row}.status IN ('queued', 'running'))::integer`

export const stateTables = `
  CREATE TABLE pulse (beats bigint NOT NULL);
  INSERT INTO pulse VALUES (0);

  -- A request that is being answered has a holder and a lease; one that was answered has neither.
  CREATE TABLE idempotency (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, scope text COLLATE "C" NOT NULL UNIQUE,
    caller text COLLATE "C" NOT NULL, fingerprint text NOT NULL, at bigint NOT NULL, holder text, lease_until bigint,
    status integer, head text, body bytea, bytes bigint NOT NULL
  );
  CREATE INDEX idempotency_by_age ON idempotency (at, n);
  CREATE INDEX idempotency_by_caller ON idempotency (caller, at, n);
  CREATE TABLE idempotency_use (caller text COLLATE "C" PRIMARY KEY, entries bigint NOT NULL, bytes bigint NOT NULL);
  ${bookkeeping('idempotency', null)}

  -- Who runs a job is its owner until the lease is over, or until somebody else claims it after that.
  CREATE TABLE job (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    caller text COLLATE "C" NOT NULL, status text NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
    attempts integer NOT NULL, owner text, lease_until bigint, task text NOT NULL, outcome bytea, bytes bigint NOT NULL
  );
  CREATE INDEX job_by_age ON job (created_at);
  CREATE INDEX job_queued ON job (n) WHERE status = 'queued';
  CREATE INDEX job_running ON job (n) WHERE status = 'running';
  CREATE TABLE job_use (
    caller text COLLATE "C" PRIMARY KEY, unfinished bigint NOT NULL, entries bigint NOT NULL, bytes bigint NOT NULL
  );
  ${bookkeeping('job', { new: isUnfinished('NEW'), old: isUnfinished('OLD') })}
  CREATE FUNCTION job_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'A finished job never changes.';
  END $$;
  CREATE TRIGGER job_stays_finished BEFORE UPDATE ON job FOR EACH ROW
    WHEN (OLD.status IN ('completed', 'failed')) EXECUTE FUNCTION job_stays();
`
