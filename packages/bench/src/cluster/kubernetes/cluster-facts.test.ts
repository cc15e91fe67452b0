import { busiestNode } from './evict-pods';
import { forwardedPort } from './forward-port';
import { leftBehind } from './leftovers';
import { type Pod, isReady } from './pods';
import { telling } from './lag';
import { valuesOf } from './values';

const podOn = (nodeName: string | undefined): Pod => ({
  metadata: { name: 'one' },
  spec: nodeName === undefined ? {} : { nodeName },
  status: {},
});

test('what is left behind is what is there now and was not before, apart from volumes', () => {
  const before = ['secret/mine', 'service/kafka'];
  const now = ['secret/mine', 'service/kafka', 'persistentvolumeclaim/data-sluice-0', 'pod/sluice-test-trace'];
  expect(leftBehind(before, now)).toEqual(['pod/sluice-test-trace']);
});

test('the node that is drained is the one with most pods', () => {
  expect(busiestNode(['a', 'b', undefined, 'b'].map(podOn))).toBe('b');
  expect(busiestNode([podOn(undefined)])).toBeUndefined();
});

test.each([
  ['a pod that says so', {}, 'True', true],
  ['a pod that says no', {}, 'False', false],
  ['a pod that is ending', { deletionTimestamp: '2026-01-01T00:00:00Z' }, 'True', false],
])('%s', (_, ending, status, ready) => {
  const pod = {
    ...podOn('a'),
    metadata: { name: 'one', ...ending },
    status: { conditions: [{ type: 'Ready', status }] },
  };
  expect(isReady(pod)).toBe(ready);
});

test.each([
  ['Forwarding from 127.0.0.1:41231 -> 5432', 41231],
  ['Forwarding from [::1]:41231 -> 5432', undefined],
  ['Handling connection for 41231', undefined],
])('%s', (line, port) => {
  expect(forwardedPort(line)).toBe(port);
});

test('an image has a registry with a port and a tag', () => {
  expect(valuesOf({ namespace: 'proof', image: 'localhost:5000/sluice:1.2.3' })).toMatchObject({
    image: { repository: 'localhost:5000/sluice', tag: '1.2.3' },
  });
  expect(valuesOf({ namespace: 'proof' })).not.toHaveProperty('image');
});

test('the course of the lag is told where writers come and go, and every ten seconds', () => {
  const sample = (at: number, writers: number, ready = writers) => ({ at, writers, ready, waiting: at * 10 });
  const samples = [
    sample(0, 1),
    sample(2, 1),
    sample(4, 2, 1),
    sample(6, 2),
    sample(8, 2),
    sample(17, 2),
    sample(18, 2),
  ];
  expect(telling(samples).map(({ at }) => at)).toEqual([0, 4, 6, 17]);
});
