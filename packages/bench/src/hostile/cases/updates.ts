import { testUuid } from '@sluice/testbed/samples';
import { NATIVE, largeObject, traceOf } from '../bodies';
import type { BodyCase } from '../send-bodies';

/** @param metadata makes the metadata of a turn, from 0 */
function updates(
  name: string,
  times: number,
  metadata: (turn: number) => string,
  where: 'trace' | 'observation',
): BodyCase {
  const trace = traceOf(name);
  return {
    name,
    expect: 200,
    times,
    body: (_client, turn) => {
      const own = `"metadata":${metadata(turn)}`;
      const body =
        where === 'trace'
          ? `{"trace":{"id":"${trace}",${own}}}`
          : `{"trace":{"id":"${trace}"},"observations":[{"id":"${testUuid(1)}",${own}}]}`;
      return where === 'trace' ? { path: NATIVE, body, encoding: 'identity' } : { path: NATIVE, body };
    },
  };
}

/** The same large row repeatedly: the writer reads, merges and writes the stored values. */
export const UPDATE_CASES: readonly BodyCase[] = [
  updates('an observation with 17 MiB of metadata, 3 times', 3, () => largeObject(2200), 'observation'),
  updates('a trace with 17 MiB of metadata, 3 times', 3, () => largeObject(2200), 'trace'),
  updates('17 MiB of metadata, 5 times with other keys', 5, (turn) => largeObject(2200, `t${turn}k`), 'observation'),
];
