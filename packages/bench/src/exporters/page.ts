import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../command/config';
import { runProgram } from '../command/run-program';
import { formatCount } from '../report/table';
import type { Compared } from './compare-stored';

/** Results of one exporter by one protocol, or the reason why it was not run. */
export interface Row {
  /** Names and version of the exporters. */
  readonly title: string;
  readonly protocol: string;
  /** Run without faults; undefined: not run. */
  readonly signals: { readonly spans: number; readonly reportsLogs: boolean } | undefined;
  /** Run with faults; undefined: not run. */
  readonly faults: Compared | undefined;
  /** Reason why it was not run, or a remark. */
  readonly reason?: string;
  readonly violations: readonly string[];
}

/** Page with the table. */
export const PAGE = join(ROOT, 'docs/reference/exporters.md');
/** Line of the page after which the table begins. */
const MARK = '<!-- by `npm run bench -- exporters --write` -->';

const HEAD = ['Exporter', 'Protocol', 'Traces', 'Metrics', 'Logs', 'Faults: acknowledged', 'given up', 'lost', 'twice'];

/** Replaces the table of the page. */
export async function savePage(rows: readonly Row[]): Promise<void> {
  const [text] = (await readFile(PAGE, 'utf8')).split(MARK);
  await writeFile(PAGE, `${text ?? ''}${MARK}\n\n${formatRows(rows)}\n`);
  await runProgram(process.execPath, [join(ROOT, 'node_modules/prettier/bin/prettier.cjs'), '--write', PAGE]);
}

/** Formats the rows as a table of Markdown. */
function formatRows(rows: readonly Row[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ title, protocol, signals, faults, reason, violations }: Row): readonly string[] {
  if (signals === undefined) return [title, `not run: ${reason ?? ''}`, '', '', '', '', '', '', ''];
  const verdict = violations.length === 0 ? 'stored' : 'WRONG';
  const under =
    faults === undefined
      ? ['', '', '', '']
      : [faults.acknowledged, faults.givenUp, faults.lost, faults.twice].map(formatCount);
  const logs = `refused, and the exporter reports ${signals.reportsLogs ? 'the reason' : 'nothing'}`;
  return [title, protocol, verdict, verdict, logs, ...under];
}
