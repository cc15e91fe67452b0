import { DEFAULT_LIMITS, decodeOtlpJson } from '@sluice/decode';
import { isUnknownUsageType } from '@sluice/record';
import type { TokenCounts, Usage } from '@sluice/record';
import { captureNames, capturedRequests } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { contextOf, observationOf } from './fixtures/otlp-request';
import { normalizeOtlp } from './otlp-traces';

/** Sum of all counts that a total includes. */
function sumOf({ input, output, other }: Usage): number {
  const counts: TokenCounts = { ...input, ...output, ...other };
  return Object.keys(counts).reduce((sum, name) => sum + (isUnknownUsageType(name) ? 0 : (counts[name] ?? 0)), 0);
}

/** Sent total, which yields to a larger sum. */
function leastOf({ total }: Usage): number {
  if (typeof total === 'number') throw new Error('the total of a span gives way');
  return total?.atLeast ?? 0;
}

describe('input, output and what is neither are the total', () => {
  it.each(captureNames())('in what was captured of %s', (name) => {
    const resourceSpans = capturedRequests(name).flatMap((sent) => decodeOtlpJson(sent, DEFAULT_LIMITS).resourceSpans);
    const { records } = normalizeOtlp({ resourceSpans }, contextOf());
    for (const { usage } of records.flatMap(({ observations }) => observations)) {
      if (usage !== undefined) expect(leastOf(usage)).toBeLessThanOrEqual(sumOf(usage));
    }
  });

  const count = fc.integer({ min: 0, max: 60 });
  const counts = fc.record({
    input: count,
    output: count,
    caches: count,
    reasoning: count,
    total: count.map((n) => 4 * n),
  });
  const beside = fc.constantFrom<readonly [number, number]>([0, 0], [1, 0], [0, 1], [1, 1]);
  const scope = fc.constantFrom('any', 'com.anthropic.claude_code.tracing');

  it('unless a larger total was sent that no reading, or more than one, explains', () => {
    fc.assert(
      fc.property(counts, beside, fc.boolean(), scope, (sent, [ofCaches, ofReasoning], isTotalOfReading, name) => {
        const { input, output, caches, reasoning } = sent;
        const read = input + output + ofCaches * caches + ofReasoning * reasoning;
        const total = isTotalOfReading ? read : sent.total;
        const attributes = {
          ...{ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output },
          ...{ 'gen_ai.usage.cache_read.input_tokens': caches, 'gen_ai.usage.reasoning_tokens': reasoning },
          ...{ 'gen_ai.usage.total_tokens': total, 'gen_ai.usage.web_search_requests': 1000 },
        };
        const usage = observationOf(attributes, {}, { scope: { name, version: '' } }).usage ?? {};
        const besides = [caches <= input ? [0, caches] : [caches], reasoning <= output ? [0, reasoning] : [reasoning]];
        const readings = new Set<string>();
        for (const c of besides[0] ?? [])
          for (const r of besides[1] ?? []) {
            if (input + output + c + r === total && c + r > 0) readings.add(`${c} ${r}`);
          }
        expect(leastOf(usage)).toBe(total);
        if (readings.size === 1) expect(sumOf(usage)).toBe(total);
        expect([input, input + caches]).toContain(Object.values(usage.input ?? {}).reduce((a, b) => a + b, 0));
        expect([output, output + reasoning]).toContain(Object.values(usage.output ?? {}).reduce((a, b) => a + b, 0));
      }),
      { numRuns: 500 },
    );
  });
});
