import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eventually, temporaryFolder } from '@sluice/testbed/machine';
import { receiveStamp } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';
import { dayAgo, partitions, points, score, trace, useDays, withinADay } from './partitions.testing';
import { runCommand } from './run-command.testing';

const database = useDays();

describe('partitions export', () => {
  const TABLES = ['projects', 'traces', 'trace_io', 'observations', 'trace_usage', 'metric_points', 'scores'];
  let to: string;
  beforeEach(() => {
    to = temporaryFolder('export', (remove) => removals.push(remove));
  });
  const removals: (() => void)[] = [];
  afterAll(() => removals.forEach((remove) => remove()));

  const exportDay = (day: string, ...more: readonly string[]) =>
    partitions('export', '--day', day, '--to', to, ...more);
  const folderOf = (day: string) => join(to, `sluice-${day}`);
  type Row = Readonly<Record<string, unknown>>;
  const rowsOf = (day: string, table: string): Row[] => {
    const text = gunzipSync(readFileSync(join(folderOf(day), `${table}.ndjson.gz`))).toString();
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Row);
  };
  interface Manifest {
    readonly files: readonly {
      readonly table: string;
      readonly file: string;
      rows: number;
      bytes: number;
      sha256: string;
    }[];
  }
  const manifestOf = (day: string) =>
    JSON.parse(readFileSync(join(folderOf(day), 'manifest.json'), 'utf8')) as Manifest & Row;

  /** Text with characters that have a meaning in JSON, COPY or shells. */
  const ODD = '"\\n\\\\ \n\r\n\t\u0001\u0002\u001f \\. \u2028 \u{1f6b0} \\u0041"';

  test('has every row of the day as it is stored, and none of another day', async () => {
    const { observations, ...record } = trace(1, 2);
    const odd = { ...observations[0]!, input: JSON.stringify(ODD), statusMessage: ODD.replaceAll('\u0000', '') };
    const fields = { input: { text: JSON.stringify(ODD) } };
    const updates = [{ stamp: receiveStamp(record.receivedAt, record.recordId), fields }];
    await database.store(
      { ...record, updates, observations: [odd] },
      trace(2, 2),
      trace(3, 1),
      trace(4, 3),
      points(1, 2),
      points(2, 1),
      score(1, 2),
      score(2, 1),
    );
    const day = dayAgo(2);
    const { code, lines, errors } = await exportDay(day, '--json');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    for (const table of TABLES.slice(1, 5)) {
      const { rows } = await database.query<{ row: Row }>(
        `select to_jsonb(t) as row from sluice.${table} t where part / 24 = $1 order by 1`,
        [Date.parse(day) / 86_400_000],
      );
      expect(rows.length).toBe(table === 'trace_io' ? 1 : 2);
      const written = rowsOf(day, table);
      expect(written).toHaveLength(rows.length);
      expect(written).toEqual(expect.arrayContaining(rows.map(({ row }) => row)));
    }
    expect(rowsOf(day, 'observations').map(({ status_message: text }) => text)).toContain(odd.statusMessage);
    expect(rowsOf(day, 'metric_points')).toEqual([
      expect.objectContaining({ name: 'metric 1', labels: { a: 'b' }, value: 1, received_on: day }),
    ]);
    expect(rowsOf(day, 'scores')).toEqual([
      expect.objectContaining({ sent_id: 'score 1', value: 1, received_on: day }),
    ]);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(manifestOf(day).files);
  });

  test('has the texts of packs, byte for byte, and no references', async () => {
    const long = (tail: string) => JSON.stringify(`${ODD.replaceAll('\u0000', '').repeat(500)}${tail}`);
    const { observations, ...record } = trace(1, 2);
    const sent = [1, 2, 3].map((n) => {
      const [input, output] = [long(`${n}`), n === 2 ? '"short"' : long('same')];
      return { ...observations[0]!, id: testUuid(0x500 + n), input, output, metadata: new Map([['k', long(`${n}`)]]) };
    });
    const fields = { input: { text: long('own') }, metadata: new Map([['m', long('own')]]) };
    const updates = [{ stamp: receiveStamp(record.receivedAt, record.recordId), fields }];
    await database.store({ ...record, updates, observations: sent });
    const { rows: packs } = await database.query('select from sluice.text_packs');
    expect(packs.length).toBeGreaterThan(1);
    const day = dayAgo(2);
    expect(await exportDay(day)).toMatchObject({ code: 0, errors: '' });
    const textsOf = ({ input, output, metadata }: Row): unknown[] => [input, output, metadata];
    expect(rowsOf(day, 'observations').map(textsOf).sort()).toEqual(
      sent.map(({ input, output }) => [input, output, `{"k":${input}}`]).sort(),
    );
    expect(rowsOf(day, 'trace_io').map(textsOf)).toEqual([[long('own'), null, `{"m":${long('own')}}`]]);
  });

  test('of a day whose packs are missing or detached fails with the reason', async () => {
    const [record] = [trace(1, 2)];
    const input = JSON.stringify('x'.repeat(5000));
    await database.store({ ...record, observations: [{ ...record.observations[0]!, input }] });
    const day = dayAgo(2);
    const partition = `sluice.text_packs_${day.replaceAll('-', '')}`;
    const part = Date.parse(day) / 3_600_000;
    await database.query(`alter table sluice.text_packs detach partition ${partition}`);
    const attach = `alter table sluice.text_packs attach partition ${partition} for values from (${part}) to (${part + 24})`;
    const { code, errors } = await exportDay(day).finally(() => database.query(attach));
    expect(code).toBe(1);
    expect(errors).toContain(
      `--day ${day}: text_packs is detached and observations, trace_io, trace_usage of the same day are not: ${attach}; or, `,
    );
    await database.query('delete from sluice.text_packs');
    expect(await exportDay(day)).toEqual({
      code: 1,
      lines: [],
      errors: `--day ${day}: text_packs lacks text of the trace ${testUuid(1)}: observations and text_packs of one day are detached, restored and removed together\n`,
    });
    expect(readdirSync(to)).toEqual([]);
  });

  test('tells projects apart, and has nothing that is hidden of one', async () => {
    const acme = { project: 'acme' };
    await database.store(trace(1, 2), { ...trace(1, 2), ...acme }, { ...points(2, 2), ...acme });
    const day = dayAgo(2);
    await exportDay(day);
    const [{ id } = { id: 0 }] = rowsOf(day, 'projects').filter(({ name }) => name === 'acme');
    expect(rowsOf(day, 'projects')).toContainEqual({ id: 0, name: '' });
    const ids = rowsOf(day, 'traces').map(({ id, public_id, project }) => [project, public_id ?? id]);
    expect(ids.sort()).toEqual([0, id].map((project) => [project, testUuid(1)]));
    expect(rowsOf(day, 'observations')).toHaveLength(2);
    expect(rowsOf(day, 'metric_points')).toMatchObject([{ project: id }]);

    await database.query("update sluice.projects set part = $1 where name = 'acme'", [
      Date.parse(day) / 3_600_000 + 24,
    ]);
    // Its row is a new trace from here on, and the rows below the hidden trace remain.
    await database.store({ ...trace(1, 0), ...acme });
    rmSync(folderOf(day), { recursive: true });
    await exportDay(day);
    await database.query('update sluice.projects set part = 0');
    for (const table of ['traces', 'observations', 'trace_usage'])
      expect([table, rowsOf(day, table).length]).toEqual([table, 1]);
  });

  test('has a manifest by which the files can be checked', async () => {
    await database.store(trace(1, 2), points(1, 2));
    const day = dayAgo(2);
    await exportDay(day);
    const manifest = manifestOf(day);
    expect(manifest).toMatchObject({
      format: 'sluice-day/1',
      day,
      from: `${day}T00:00:00.000Z`,
      to: `${dayAgo(1)}T00:00:00.000Z`,
      schemaVersion: expect.any(Number) as number,
    });
    expect(manifest.files.map(({ table }) => table)).toEqual(TABLES);
    for (const { table, file, rows, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folderOf(day), file));
      expect([rows, bytes]).toEqual([rowsOf(day, table).length, content.length]);
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
    }
    expect(readdirSync(to)).toEqual([`sluice-${day}`]);
    for (const name of readdirSync(folderOf(day))) expect(statSync(join(folderOf(day), name)).mode & 0o077).toBe(0);
    expect(statSync(folderOf(day)).mode & 0o077).toBe(0);
  });

  /** Begins an export, runs work when the tables before the usage are written, and lets the export continue. */
  async function midway(work: (pid: number) => Promise<unknown>) {
    const other = await database.connect();
    await other.query('begin; lock table sluice.trace_usage in access exclusive mode');
    const running = exportDay(dayAgo(2));
    let pid = 0;
    await eventually(async () => {
      const { rows } = await database.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'sluice-export' and wait_event_type = 'Lock'
         and datname = current_database()`,
      );
      pid = rows[0]?.pid ?? 0;
      return pid !== 0;
    });
    await work(pid);
    await other.query('commit');
    other.release();
    return running;
  }

  test('is of one moment, whatever is stored meanwhile', async () => {
    await database.store(trace(1, 2), points(1, 2));
    const exported = await midway(() =>
      database.query(
        `insert into sluice.metric_points (series_id, ts, value, received_on)
         select id, now() - interval '2 days', 7, $1 from sluice.metric_series`,
        [dayAgo(2)],
      ),
    );
    expect(exported).toMatchObject({ code: 0 });
    expect(rowsOf(dayAgo(2), 'metric_points').map(({ value }) => value)).toEqual([1]);
  });

  test('that loses its connection leaves nothing', async () => {
    await database.store(trace(1, 2));
    const { code, errors } = await midway((pid) => database.query('select pg_terminate_backend($1, 5000)', [pid]));
    expect(code).toBe(1);
    expect(errors).toMatch(/^failed: /);
    expect(readdirSync(to)).toEqual([]);
  });

  test('of a day without anything is empty', async () => {
    expect(await exportDay('2020-01-01')).toMatchObject({ code: 0 });
    expect(
      manifestOf('2020-01-01')
        .files.slice(1)
        .map(({ rows }) => rows),
    ).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('writes over nothing', async () => {
    mkdirSync(folderOf(dayAgo(2)));
    writeFileSync(join(folderOf(dayAgo(2)), 'mine'), '1');
    expect(await exportDay(dayAgo(2))).toEqual({
      code: 64,
      lines: [],
      errors: `error: --to ${to}: ${folderOf(dayAgo(2))} exists already: nothing is written over it.\n`,
    });
    expect(readdirSync(to)).toEqual([`sluice-${dayAgo(2)}`]);
  });

  test('that fails leaves nothing', async () => {
    await database.store(trace(1, 2), points(1, 2));
    await database.query('revoke select on sluice.metric_points from sluice_reader');
    const { code, errors } = await exportDay(dayAgo(2)).finally(() =>
      database.query('grant select on sluice.metric_points to sluice_reader'),
    );
    expect(code).toBe(1);
    expect(errors).toContain('permission denied for table metric_points');
    expect(readdirSync(to)).toEqual([]);
  });

  test('begins where the retention floor stands, and is refused below it', async () => {
    const day = dayAgo(2);
    const midday = Date.parse(day) / 3_600_000 + 12;
    await database.query('update sluice.retention_floor set part = $1, closed_below = $1', [midday]);
    expect(await exportDay(day)).toMatchObject({ code: 0 });
    expect(manifestOf(day)).toMatchObject({ from: `${day}T12:00:00.000Z` });
    expect(await exportDay(dayAgo(3))).toEqual({
      code: 1,
      lines: [],
      errors: `--day ${dayAgo(3)}: what was first received on ${dayAgo(3)} has been dropped\n`,
    });
    expect(readdirSync(to)).toEqual([`sluice-${day}`]);
  });

  test('refuses a day that is not over, and a folder that is not there', async () => {
    await withinADay(async (today) =>
      expect((await exportDay(today)).errors).toBe(
        `error: --day ${today}: expected a day that is over, before today, ${today} (UTC).\n`,
      ),
    );
    const { code, errors } = await partitions('export', '--day', dayAgo(1), '--to', join(to, 'missing'));
    expect({ code, errors }).toEqual({
      code: 64,
      errors: `error: --to ${to}/missing: expected a folder that exists.\n`,
    });
    expect(existsSync(join(to, 'missing'))).toBe(false);
  });

  test('by a user who may not read names the setting of one who may', async () => {
    const args = ['partitions', 'export', '--day', dayAgo(2), '--to', to];
    const refused = await database.asMember('sluice_writer', ({ href }) => runCommand(args, { DATABASE_URL: href }));
    expect(refused).toEqual({
      code: 1,
      lines: [],
      errors: 'permission denied to set role "sluice_reader": name a login that may read in DATABASE_READ_URL\n',
    });
    expect(readdirSync(to)).toEqual([]);
  });

  test('needs only what a reader may, by DATABASE_READ_URL', async () => {
    await database.store(trace(1, 2), points(1, 2));
    const args = ['partitions', 'export', '--day', dayAgo(2), '--to', to];
    const { code, errors } = await database.asMember('sluice_reader', ({ href }) =>
      runCommand(args, { DATABASE_READ_URL: href }),
    );
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(rowsOf(dayAgo(2), 'metric_points')).toHaveLength(1);
    expect(await runCommand(args, {})).toMatchObject({
      code: 78,
      errors: expect.stringContaining('DATABASE_URL: required, or DATABASE_READ_URL in its place') as string,
    });
  });
});
