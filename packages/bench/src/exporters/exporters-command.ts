import { findInconsistencies } from '../check/consistency';
import type { CommandContext } from '../command/command';
import { commandOf, mode } from '../command/modes';
import { UsageError, flag, integer, some } from '../command/options';
import { queryDatabase } from '../cluster/query-database';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { conclude } from '../report/conclude';
import { compareStored } from './compare-stored';
import { isReasonOfLogs } from './exported';
import { EXPORTERS, type Exporters, type Send } from './exporters';
import { FAULTS, causeFaults } from './faults';
import { type Row, savePage } from './page';
import type { Protocol } from './run-exporters';
import { type Target, startTarget } from './target';
import { type TelemetrygenPrograms, prepareTelemetrygen, telemetrygenRows } from './telemetrygen';

/** Duration of a run without faults, in which a connection of gRPC is ended several times. */
const PLAIN_SECONDS = 3;
const MAX_REASONS = 12;
const LONGEST_REASON = 150;
const TELEMETRYGEN = 'telemetrygen';
const NAMES = [...EXPORTERS.map(({ name }) => name), TELEMETRYGEN];

/** Sends by unmodified exporters, with nothing set but address and header, and reads everything back. */
export const exportersCommand = commandOf('exporters', [
  mode(
    '',
    { only: some(NAMES), seconds: integer({ default: 15, min: 1, max: 600 }), write: flag },
    async ({ only, seconds, write }, context) => {
      if (write && only !== undefined) throw new UsageError('--write: the table has all exporters: leave --only out');
      const target = await startTarget(context);
      const rows: Row[] = [];
      for (const exporters of EXPORTERS.filter(({ name }) => only?.includes(name) ?? true)) {
        rows.push(...(await rowsOf(exporters, { target, seconds }, context)));
      }
      if (only?.includes(TELEMETRYGEN) ?? true) {
        const run = (programs: TelemetrygenPrograms) => telemetrygenRows(programs, target, context);
        rows.push(...(await whenPrepared({ title: TELEMETRYGEN, prepare: prepareTelemetrygen, run }, context)));
      }
      const violations = rows.flatMap(({ title, violations: each }) => each.map((text) => `${title}: ${text}`));
      if (rows.every(({ signals }) => signals === undefined)) violations.push('no exporter could be run');
      const { url } = await findEmbeddedDatabase(target.dataDir);
      violations.push(...(await queryDatabase(url, (sql) => findInconsistencies(sql))));
      if (write) await savePage(rows);
      return conclude(violations, { right: 'everything acknowledged is stored once' }, context);
    },
  ),
]);

interface Sending {
  readonly target: Target;
  /** Duration of the run with faults. */
  readonly seconds: number;
}

/** Runs the exporters of one SDK by each protocol. */
function rowsOf(exporters: Exporters, sending: Sending, context: CommandContext): Promise<readonly Row[]> {
  const { title, protocols, prepare } = exporters;
  const run = async (send: Send): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (const protocol of protocols) rows.push(await rowOf(exporters, send, protocol, sending, context));
    return rows;
  };
  return whenPrepared({ title, prepare, run }, context);
}

interface Runnable<Prepared> {
  readonly title: string;
  readonly prepare: (signal: AbortSignal) => Promise<Prepared>;
  readonly run: (prepared: Prepared) => Promise<readonly Row[]>;
}

/** Runs what could be prepared; what cannot be installed here is a row with the reason. */
async function whenPrepared<Prepared>(
  { title, prepare, run }: Runnable<Prepared>,
  { signal, print }: CommandContext,
): Promise<readonly Row[]> {
  let prepared: Prepared;
  try {
    prepared = await prepare(signal);
  } catch (error) {
    signal.throwIfAborted();
    const reason = (error as Error).message.split('\n', 1)[0] ?? '';
    print(`${title}: not run: ${reason}`);
    return [{ title, protocol: '', signals: undefined, faults: undefined, reason, violations: [] }];
  }
  return run(prepared);
}

async function rowOf(
  { name, title }: Exporters,
  send: Send,
  protocol: Protocol,
  { target, seconds }: Sending,
  { signal, print }: CommandContext,
): Promise<Row> {
  const prefix = `${name}.${protocol.replace('/', '.')}`;
  const run = { protocol, signal };
  const plain = await send({ ...run, ports: target.ports, prefix, seconds: PLAIN_SECONDS });
  const compared = await compareStored(plain, prefix, target);
  const faulty = { ...run, ports: target.proxied, prefix: `${prefix}.faults`, seconds };
  const [under] = await Promise.all([send(faulty), causeFaults(target, signal)]);
  const faults = await compareStored(under, faulty.prefix, target);
  const problems = [...compared.violations, ...faults.violations];
  if (compared.givenUp > 0 || !plain.metrics) problems.push(`given up without a fault: ${plain.warnings.join('; ')}`);
  const reportsLogs = isReasonOfLogs(plain.warnings);
  if (!plain.logs && !reportsLogs) problems.push(`the export of logs failed: ${plain.warnings.join('; ')}`);
  const row: Row = {
    title,
    protocol,
    signals: { spans: compared.acknowledged, reportsLogs },
    faults,
    violations: problems.map((text) => `${protocol}: ${text}`),
  };
  const { acknowledged, givenUp, lost, twice } = faults;
  print(
    `${name} ${protocol}: ${compared.acknowledged} spans; with ${FAULTS.length} faults ${acknowledged} acknowledged, ` +
      `${givenUp} given up, ${lost} lost, ${twice} twice`,
  );
  if (givenUp > 0) for (const reason of reasonsOf(under.warnings)) print(`  ${reason}`);
  return row;
}

/** Returns the first reasons that an exporter reported, those alone that differ by more than numbers. */
function reasonsOf(warnings: readonly string[]): readonly string[] {
  const reasons = new Map(warnings.map((text) => [text.replace(/\d+/g, '0'), text.slice(0, LONGEST_REASON)]));
  return [...reasons.values()].slice(0, MAX_REASONS);
}
