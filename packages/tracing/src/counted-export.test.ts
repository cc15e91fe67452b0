import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { eventually } from '@sluice/testbed/machine';
import { countedExport } from './counted-export';

/** Makes a receiver that answers when the test calls it. */
function startSending(mostPending: number) {
  const answers: ((result: ExportResult) => void)[] = [];
  const outcomes = { sent: 0, failed: 0, dropped: 0 };
  const exporter = {
    export: (_: unknown, done: (result: ExportResult) => void) => void answers.push(done),
    shutdown: () => Promise.resolve(),
  };
  const processor = countedExport({
    exporter,
    mostPending,
    everyMs: 10,
    timeoutMs: 60_000,
    onOutcome: (outcome, spans) => (outcomes[outcome] += spans),
  });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test');
  const make = (spans: number): void => {
    for (let n = 0; n < spans; n += 1) tracer.startSpan('span').end();
  };
  return { answers, outcomes, make };
}

test('spans beyond those that wait or are being sent are dropped and counted, until there is room again', async () => {
  const { answers, outcomes, make } = startSending(10);
  make(4);
  await eventually(() => answers.length === 1); // in flight
  make(10);
  expect(outcomes).toEqual({ sent: 0, failed: 0, dropped: 4 });
  answers[0]?.({ code: ExportResultCode.SUCCESS });
  expect(outcomes).toEqual({ sent: 4, failed: 0, dropped: 4 });
  await eventually(() => answers.length === 2);
  answers[1]?.({ code: ExportResultCode.FAILED });
  expect(outcomes).toEqual({ sent: 4, failed: 6, dropped: 4 });
  make(10);
  expect(outcomes.dropped).toBe(4);
  await eventually(() => answers.length === 3);
  answers[2]?.({ code: ExportResultCode.SUCCESS });
  expect(outcomes).toEqual({ sent: 14, failed: 6, dropped: 4 });
});
