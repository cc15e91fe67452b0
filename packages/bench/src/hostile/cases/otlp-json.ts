import { MIB, OTLP, filled, listed } from '../bodies';
import type { BodyCase } from '../send-bodies';

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const request = (spans: string): string => `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans}]}]}]}`;

/** Makes a span of one trace. @param attributes a list without its brackets */
const span = (trace: number, index: number, attributes: string): string =>
  `{"traceId":"${hex(0xa000 + trace, 32)}","spanId":"${hex(index + 1, 16)}","name":"s","attributes":[${attributes}]}`;

const text = (key: string, value: string): string => `{"key":"${key}","value":{"stringValue":"${value}"}}`;
const number = (key: string): string => `{"key":"${key}","value":{"intValue":1}}`;

const otlp = (name: string, expect: number, body: () => string | Buffer): BodyCase => ({
  name,
  expect,
  body: () => ({ path: OTLP, body: body() }),
});

/** Hostile JSON in OTLP. */
export const OTLP_JSON_CASES: readonly BodyCase[] = [
  otlp('OTLP JSON: 50,000 spans of 1.2 KB', 200, () => {
    const attributes = text('k', 'v'.repeat(1100));
    return request(listed(50_000, (index) => span(1, index, attributes)));
  }),
  otlp('OTLP JSON: 50,000 spans of 20 attributes', 200, () => {
    const attributes = listed(20, (index) => number(`k${index}`));
    return request(listed(50_000, (index) => span(2, index, attributes)));
  }),
  otlp('OTLP JSON: a span of 140,000 attributes', 200, () =>
    request(
      span(
        3,
        0,
        listed(140_000, (index) => text(`k${index}`, 'v')),
      ),
    ),
  ),
  otlp('OTLP JSON: a million scopes', 413, () =>
    filled('{"resourceSpans":[{"scopeSpans":[', '{"spans":[],"scope":{}},', '{}]}]}', 23 * MIB),
  ),
  otlp('OTLP JSON: a million resources', 413, () =>
    filled('{"resourceSpans":[', '{"scopeSpans":[],"resource":{}},', '{}]}', 31 * MIB),
  ),
];
