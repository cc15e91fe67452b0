import { testUuid } from '@sluice/testbed/samples';
import { METRICS, MIB, NATIVE, filled, largeObject, listed, observations, traceOf } from '../bodies';
import type { BodyCase } from '../send-bodies';

/** Makes a case with `count` observations of `characters` characters each, in a trace of this name. */
const batch = (name: string, count: number, characters: number, character?: string): BodyCase => ({
  name,
  expect: 200,
  body: () => ({ path: NATIVE, body: observations(traceOf(name), count, characters, character) }),
});

/** Bodies with as much as may be stored: many items, and large ones. */
export const ITEM_CASES: readonly BodyCase[] = [
  { ...batch('50,000 observations of 1.2 KB, twice', 50_000, 1200), times: 2 },
  batch('50,000 observations of 400 euro signs', 50_000, 400, '€'),
  batch('8 observations of 7.9 MiB', 8, 7.9 * MIB),
  {
    name: 'an observation with 17 MiB of metadata',
    expect: 200,
    body: () => {
      const trace = traceOf('17 MiB of metadata');
      const one = `{"id":"${testUuid(1)}","metadata":${largeObject(2200)}}`;
      return { path: NATIVE, body: `{"trace":{"id":"${trace}"},"observations":[${one}]}` };
    },
  },
  {
    name: 'an input of 999,000 numbers',
    expect: 200,
    body: () => {
      const trace = traceOf('numbers');
      return { path: NATIVE, body: filled(`{"trace":{"id":"${trace}","input":[`, '1,', '0]}}', 1_998_000) };
    },
  },
  {
    name: '50,000 points with labels of 1 KB',
    expect: 200,
    body: () => {
      const label = 'v'.repeat(990);
      const points = listed(50_000, (index) => `{"name":"m","value":1,"labels":{"a":"${label}","i":"${index}"}}`);
      return { path: METRICS, body: `{"metrics":[${points}]}` };
    },
  },
  {
    name: '16,000 observations, 20 MiB, not compressed',
    expect: 200,
    body: () => ({
      path: NATIVE,
      encoding: 'identity',
      body: observations(traceOf('not compressed'), 16_000, 1200),
    }),
  },
];
