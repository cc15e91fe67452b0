import { WORKLOADS, type WorkloadName } from '../load/workloads';
import { formatCount, formatTable } from '../report/table';
import { FIGURES, formatFigure } from './figures';
import { failuresOf } from './load';
import type { IngestResult } from './measure-ingest';

/** Formats one run, one figure a line. */
export function toTable(workload: WorkloadName, result: IngestResult): string {
  const { load, stored } = result;
  return formatTable([
    ['load', WORKLOADS[workload].description],
    ['timed window', `${load.windowMs / 1000} s`],
    ...FIGURES.map(({ name, unit, of }) => [name, formatFigure(of(result), unit)]),
    ['load generator, share of a core', `${Math.round((load.generatorSeconds / load.seconds) * 100)} %`],
    ['not acknowledged', failuresOf(load)],
    ['acknowledged / stored', `${formatCount(load.spansAcknowledged)} / ${formatCount(stored)}`],
  ]);
}

/** Formats runs of several workloads, one a line. */
export function toLines(results: readonly (readonly [WorkloadName, IngestResult])[]): string {
  return formatTable([
    ['', ...FIGURES.map(({ short }) => short)],
    ['', ...FIGURES.map(({ unit }) => unit)],
    ...results.map(([workload, result]) => [workload, ...FIGURES.map(({ of }) => formatFigure(of(result), ''))]),
  ]);
}

/** Returns all figures by name, with four digits, and the counts. */
export function figuresOf(result: IngestResult): Readonly<Record<string, unknown>> {
  const { load, stored, problems } = result;
  return {
    ...Object.fromEntries(
      FIGURES.map(({ name, unit, of }) => [unit === '' ? name : `${name}, ${unit}`, Number(of(result).toPrecision(4))]),
    ),
    seconds: load.windowMs / 1000,
    acknowledged: load.spansAcknowledged,
    stored,
    failures: Object.fromEntries(load.failures),
    problems,
  };
}
