import type { RepeatableStep } from './migration';

/**
 * Of `traces`, one a field. Lists, histograms and values find few traces by places instead; `traces_session_id_project` stays, which
 * has the traces of a session in order.
 */
const REPLACED = [
  'traces_name',
  'traces_user_id_project',
  'traces_release_project',
  'traces_version_project',
  'traces_environment',
];

/**
 * Drops indexes that cost every write of a trace and that no read uses once all traces are folded. While that is under way reads need
 * them: then the fold calls the function when it has come to the end. A program from before works without them.
 */
export const fieldIndexes: RepeatableStep = {
  version: 10,
  name: 'field-indexes',
  oldestProgram: 3,
  transactional: false,
  sql: [
    /* sql */ `
set local role sluice_owner;
-- @returns whether they are gone: not while reads need them, nor while others hold the table, for whose lock everybody would wait too.
create or replace function sluice.drop_field_indexes() returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms'
set client_min_messages = 'warning' as $$
begin
  if (select f.built from sluice.trace_fold f) is not true then
    return false;
  end if;
  drop index if exists ${REPLACED.map((name) => `sluice.${name}`).join(', ')};
  return true;
exception when lock_not_available then
  return false;
end $$;
reset role;`,
    async (client) => {
      const { rows } = await client.query<{ built: boolean }>('select built from sluice.trace_fold');
      return rows[0]?.built === true ? REPLACED.map((name) => `drop index concurrently if exists sluice.${name}`) : [];
    },
  ],
};
