import { OpenTelemetry } from './open-telemetry';

const startWith = (share: number) =>
  new OpenTelemetry({
    target: { url: new URL('http://127.0.0.1:9'), headers: {}, share, everyMs: 60_000 },
    resource: {},
    version: '1',
    onOutcome: () => undefined,
  });

const SAMPLED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
const NOT_SAMPLED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`;

test('who sends decides neither that a request is traced nor that it is not', () => {
  expect(startWith(0).begin({ name: 'request' }, SAMPLED)).toBeUndefined();
  expect(startWith(1).begin({ name: 'request' }, NOT_SAMPLED)).toBeDefined();
  const half = startWith(0.5);
  const begun = Array.from({ length: 400 }, () => half.begin({ name: 'request' }, SAMPLED) !== undefined);
  expect(new Set(begun).size).toBe(2); // by an id that is made here
});

test('work knows the trace that it is done for, over waits, and that it is done for none', async () => {
  const tracing = startWith(1);
  const trace = tracing.begin({ name: 'request' });
  expect(trace).toBeDefined();
  await tracing.within(trace, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(tracing.current()).toBe(trace);
    tracing.within(undefined, () => expect(tracing.current()).toBeUndefined());
  });
  expect(tracing.current()).toBeUndefined();
});
