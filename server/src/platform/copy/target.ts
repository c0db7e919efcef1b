/** Prepares the database into which a copy is loaded, and refuses one that cannot take it before anything is written. */
import { StartRefused } from '@tradehall/kit/failures'
import { OWN_RELATIONS } from './catalog.ts'
import { closeSession, openSession, type Session, shownUrl } from './session.ts'
import type { UnfinishedCopy } from './unfinished-copy.ts'

/** The key of the advisory lock of a copy: an arbitrary number beside that of migrations. */
const LOCK = 7_413_002
/** A server notices within moments that the client of an interrupted copy is gone. */
const LOCK_TIMEOUT = '10s'
const OLDEST_VERSION = 150_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Extensions that migrations create. */
const EXTENSIONS = ['pg_trgm', 'btree_gin']

/**
 * Leaves an empty, marked database. What an interrupted copy of the same source has left is removed. The session holds a
 * lock until it is closed, so that two copies into one database cannot run at once.
 */
export async function claimTarget(url: string, copy: UnfinishedCopy, signal?: AbortSignal): Promise<Session> {
  const session = await openSession(url, signal)
  try {
    await refuseUnfit(session, shownUrl(url))
    await lock(session, shownUrl(url))
    await session.query('begin')
    if (await isOwnCopy(session, copy, shownUrl(url))) await removeEverything(session)
    else await refuseFilled(session, shownUrl(url))
    await session.query(
      `create table if not exists public.unfinished_copy (id text primary key, source text not null)`,
    )
    await session.query('insert into public.unfinished_copy values ($1, $2) on conflict do nothing', [
      copy.id,
      copy.source,
    ])
    await session.query('commit')
    return session
  } catch (error) {
    await closeSession(session)
    throw error
  }
}

/** Empties a database whose copy has failed. One that cannot be reached stays marked, and the next copy empties it. */
export async function abandonTarget(url: string, copy: UnfinishedCopy): Promise<void> {
  try {
    const session = await claimTarget(url, copy)
    await releaseTarget(session).finally(() => closeSession(session))
  } catch {
    // The failure of the copy is reported.
  }
}

/** Removes the mark of a complete copy. */
export async function releaseTarget(session: Session): Promise<void> {
  await session.query('drop table if exists public.unfinished_copy')
}

export async function refuseUnfit(session: Session, shown: string): Promise<void> {
  const { rows } = await session.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown_version,
      current_setting('server_encoding') as encoding, current_user as role,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
      array(
        select needed from unnest($1::text[]) as needed
        where needed not in (select name from pg_available_extensions)
      ) as missing`,
    [EXTENSIONS],
  )
  const [found] = rows
  if (found.version < OLDEST_VERSION) {
    throw new StartRefused(
      `The database ${shown} is PostgreSQL ${found.shown_version}; use PostgreSQL 15 or later.`,
    )
  }
  if (found.encoding !== 'UTF8') {
    throw new StartRefused(
      `The database ${shown} has the encoding ${found.encoding}; create one with \`encoding 'UTF8'\`.`,
    )
  }
  if (found.is_read_only) {
    throw new StartRefused(`The database ${shown} is read-only; use the primary server, or another database.`)
  }
  if (!found.may_create) {
    throw new StartRefused(
      `The role ${found.role} may not create schemas in the database ${shown}; make it the owner of the database.`,
    )
  }
  if (found.missing.length > 0) {
    throw new StartRefused(
      `The server of the database ${shown} lacks the extension ${found.missing.join(' and ')}; install the contrib package of PostgreSQL there.`,
    )
  }
}

async function lock(session: Session, shown: string): Promise<void> {
  try {
    await session.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    await session.query('select pg_advisory_lock($1)', [LOCK])
    await session.query('set lock_timeout = 0')
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new StartRefused(`Another copy into the database ${shown} is running; wait until it has ended.`)
  }
}

async function isOwnCopy(session: Session, copy: UnfinishedCopy, shown: string): Promise<boolean> {
  const { rows: tables } = await session.query(`select to_regclass('public.unfinished_copy') as name`)
  if (tables[0].name === null) return false
  const { rows } = await session.query<UnfinishedCopy>('select id, source from public.unfinished_copy')
  const [found] = rows
  if (!found || found.id === copy.id) return true
  throw new StartRefused(
    `The database ${shown} is an unfinished copy of ${found.source}, not of ${copy.source}; use another database, or drop this one and create it again.`,
  )
}

async function refuseFilled(session: Session, shown: string): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${OWN_RELATIONS}
    union all
    select format('the schema %I', nspname) from pg_namespace where ${OWN_SCHEMAS}
    order by 1 desc
    limit 1`,
  )
  if (rows[0]) {
    throw new StartRefused(
      `The database ${shown} is not empty: it has ${rows[0].name}; use an empty database.`,
    )
  }
}

const OWN_SCHEMAS = `
  nspname not in ('public', 'pg_catalog', 'information_schema') and nspname !~ '^pg_(toast|temp)'
  and not exists (
    select 1 from pg_depend where classid = 'pg_namespace'::regclass and objid = pg_namespace.oid and deptype = 'e'
  )`

/** The database was empty before the copy, so everything in it is part of the copy. */
async function removeEverything(session: Session): Promise<void> {
  const { rows: schemas } = await session.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace where ${OWN_SCHEMAS}`,
  )
  for (const { name } of schemas) await session.query(`drop schema ${name} cascade`)
  const { rows: tables } = await session.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and c.relname <> 'unfinished_copy' and ${OWN_RELATIONS}`,
  )
  for (const { name } of tables) await session.query(`drop table ${name} cascade`)
}
