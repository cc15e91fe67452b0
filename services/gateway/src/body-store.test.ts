import { BusUnavailableError, type Publisher, type Receipt } from '@sluice/bus';
import { readSettings } from '@sluice/runtime';
import { testUuid } from '@sluice/testbed/samples';
import { createBodyStore } from './body-store';
import { gatewayFields, gatewayLimits } from './config';
import type { Job } from './read';

const settings = readSettings({}, gatewayFields);
const job: Job = {
  format: 'native',
  receivedAt: 0,
  requestId: testUuid(1),
  limits: gatewayLimits(settings),
  prefixes: settings.prefixes,
  resourceLabels: settings.resourceLabels,
};
const body = () => Buffer.from(JSON.stringify({ trace: { id: testUuid(1) }, observations: [{ id: testUuid(2) }] }));

/** Makes a bus with this `admit`, which keeps every publication open until `store` is called. */
function setUp({ admit = () => () => undefined }: Partial<Pick<Publisher, 'admit'>> = {}) {
  const publishing: ((receipt: Receipt) => void)[] = [];
  const bodies = createBodyStore({
    maxRecordBytes: Infinity,
    admit,
    publish: () => new Promise((resolve) => publishing.push(resolve)),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  return { bodies, publishing };
}

test('a body is stored when its records are, and counts what the writers count', async () => {
  const { bodies, publishing } = setUp();
  let isStored = false;
  const stored = bodies.store(body(), job).finally(() => (isStored = true));
  await new Promise(setImmediate);
  expect([publishing.length, isStored]).toEqual([1, false]);
  publishing[0]?.([]);
  expect(await stored).toEqual({ outcome: { items: 1, refused: 0, reasons: [], omitted: [] }, ledgerItems: 1 });
});

const refuse = () => {
  throw new BusUnavailableError('too much is waiting to be stored');
};

test.each([
  ['takes none', refuse],
  ['takes none any more when it is its turn', () => refuse],
])('a body is not decoded while the bus %s', async (_, admit) => {
  const { bodies, publishing } = setUp({ admit });
  await expect(bodies.store(Buffer.from('not JSON'), job)).rejects.toThrow(BusUnavailableError);
  expect(publishing).toEqual([]);
});
