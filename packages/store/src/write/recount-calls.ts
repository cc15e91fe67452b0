import type { Pipeline } from '../session/pipeline';
import type { ExistingTrace } from './existing-traces';
import { type CountedRow, selectCounted, setCounted } from './sql/counted-rows';
import { countsAlone, storedCost } from './sql/observation-row';
import { timeOf } from './sql/time-text';
import type { Tokens } from './state/derive';
import {
  type CallFacts,
  MAX_COMPARED_OBSERVATIONS,
  SEVERAL,
  countedElsewhere,
  isCounted,
  joinScopes,
} from './state/repeated-calls';
import { contributionOf } from './state/usage';

/** Limit of the observations in memory at a time; one trace may have `MAX_COMPARED_OBSERVATIONS`. */
const HELD_ROWS = 2 * MAX_COMPARED_OBSERVATIONS;

/**
 * Decides again which model calls of existing traces count (contract: What counts), for those traces only in which other observations may
 * change that. Reads all stored observations of such a trace, so they have to be written before; the sums of the trace change by the
 * difference.
 */
export async function recountCalls(pipeline: Pipeline, existing: readonly ExistingTrace[]): Promise<void> {
  const open = existing.filter(mayDiffer);
  for (let at = 0; at < open.length;) {
    const some: ExistingTrace[] = [];
    let rows = 0;
    do {
      const trace = open[at++] as ExistingTrace;
      some.push(trace);
      rows += Math.min(observationsOf(trace), MAX_COMPARED_OBSERVATIONS);
    } while (at < open.length && rows < HELD_ROWS);
    await recount(pipeline, some);
  }
}

/**
 * Returns whether the calls of a trace may count differently now. In a trace that already had too many observations each counts by itself.
 */
function mayDiffer({ before, sent, added, changedBelow }: ExistingTrace): boolean {
  if (joinScopes(before.state.callScope, sent.merged.state.callScope) !== SEVERAL) return false;
  return added.length + changedBelow.length > 0 && before.summary.observations <= MAX_COMPARED_OBSERVATIONS;
}

const observationsOf = ({ before, added }: ExistingTrace): number => before.summary.observations + added.length;

async function recount(pipeline: Pipeline, traces: readonly ExistingTrace[]): Promise<void> {
  const rows = await selectCounted(
    pipeline.client,
    traces.map((trace) => {
      const { part, id } = trace.before;
      return { part, traceId: id, isWhole: observationsOf(trace) <= MAX_COMPARED_OBSERVATIONS };
    }),
  );
  const facts = new Map(traces.map((trace) => [trace.before.id, [] as StoredFacts[]]));
  for (const row of rows) facts.get(row.trace_id)?.push(toFacts(row));
  const changed = traces.flatMap((trace) => {
    const { part, id } = trace.before;
    const below = facts.get(id) ?? [];
    const elsewhere =
      observationsOf(trace) <= MAX_COMPARED_OBSERVATIONS ? countedElsewhere(below) : new Map<string, string>();
    return below.flatMap(({ row, counted: alone }) => {
      const countedIn = elsewhere.get(row.id);
      const counted = isCounted(row.id, alone, countedIn);
      if (counted === row.counted && countedIn === (row.counted_in ?? undefined)) return [];
      if (counted !== row.counted) trace.change.recount(contribution(row, row.counted), contribution(row, counted));
      return [{ part, traceId: id, id: row.id, counted, countedIn }];
    });
  });
  setCounted(pipeline, changed);
}

interface StoredFacts extends CallFacts {
  readonly row: CountedRow;
}

function toFacts(row: CountedRow): StoredFacts {
  return {
    row,
    id: row.id,
    parentId: row.parent_id,
    type: row.type ?? undefined,
    counted: countsAlone(row),
    scope: row.scope ?? undefined,
    tokens: tokensOf(row),
  };
}

/** Token counts of a row, as numbers. */
function tokensOf({ input_tokens, output_tokens, total_tokens }: CountedRow): Tokens | undefined {
  if (total_tokens === null) return undefined;
  return { input: Number(input_tokens), output: Number(output_tokens), total: Number(total_tokens) };
}

function contribution(row: CountedRow, counted: boolean) {
  const start = timeOf(row.start) ?? 0;
  const derived = { start, end: start, tokens: tokensOf(row), cost: storedCost(row) };
  return contributionOf(derived, { ...(row.model !== null && { model: row.model }) }, counted);
}
