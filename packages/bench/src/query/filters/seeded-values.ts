import { DAY_MICROS } from '@sluice/record';
import type { QuestionValues } from '@sluice/testbed/samples';
import type { Client } from 'pg';
import { BUSY_USER, MODELS, RELEASES, TAGS, TRACE_NAMES, VERSIONS, customerTag } from '../../seed/seed-shape';

/** Reads values that many, few and no seeded traces of a project have. */
export async function seededValues(sql: Client, project: string, days: number): Promise<QuestionValues> {
  const { rows } = await sql.query<{ id: string; name: string; session: string | null; at: string }>(
    `select coalesce(t.public_id, t.id) as id, t.name, t.session_id as session, (extract(epoch from t."timestamp") * 1e6)::bigint::text as at
     from sluice.traces t join sluice.projects p on p.id = t.project where p.name = $1 order by t."timestamp" desc limit 100`,
    [project],
  );
  const [newest] = rows;
  if (newest === undefined) throw new Error(`project ${JSON.stringify(project)} has no traces: seed it first`);
  const sessions = rows.flatMap(({ session }) => session ?? []);
  const end = Number(newest.at);
  return {
    texts: {
      name: [newest.name, ...TRACE_NAMES.slice(0, 3), 'none'],
      userId: [BUSY_USER, 'user-7', 'none'],
      sessionId: [sessions[0] ?? 'none', ...sessions.slice(1, 3), 'none'],
      release: [RELEASES[0] ?? '', ...RELEASES.slice(-2), 'none'],
      version: [VERSIONS[0], VERSIONS[2], 'none'],
      environment: ['default', 'production', 'staging', 'none'],
    },
    ids: [newest.id, ...rows.slice(1, 20).map(({ id }) => id)],
    tags: [...TAGS.map(({ tag }) => tag), customerTag(7), 'none'],
    models: [...MODELS.slice(0, 3).map(({ name }) => name), 'none'],
    numbers: [0, 1, 2, 10, 0.001, 0.05, 1.5, 60, 5000, 1_000_000],
    times: [end, ...[0.01, 0.5, 0.9, 1].map((share) => Math.floor(end - share * days * DAY_MICROS))],
    pages: 200,
  };
}
