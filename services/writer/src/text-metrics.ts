import type { Metrics } from '@sluice/runtime';
import type { TextBytes } from '@sluice/store/write';

const KINDS = ['new', 'repeated', 'dead', 'erased'] as const satisfies readonly (keyof TextBytes)[];

/** Counts bytes of long texts by what became of them (`TextBytes`). */
export function createTextMetrics(metrics: Metrics): (bytes: TextBytes) => void {
  const counter = metrics.counter({
    name: 'sluice_writer_text_bytes_total',
    help: 'Bytes of long texts: new ones were packed, repeated ones were packed before; dead ones were replaced, and erased later',
    labels: ['kind'],
  });
  const count = (bytes: TextBytes): void => {
    for (const kind of KINDS) counter.inc({ kind }, bytes[kind]);
  };
  count({ new: 0, repeated: 0, dead: 0, erased: 0 });
  return count;
}
