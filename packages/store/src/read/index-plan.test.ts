import { type PlanEstimate, cheapest } from './index-plan';

/** Estimate of a million traces, of which a twentieth matches, without dirty ones. */
const estimate = (fields: Partial<PlanEstimate> = {}): PlanEstimate => ({
  usable: true,
  matches: 50_000,
  dirtyTraces: 0,
  range: 1_000_000,
  from_start: null,
  from_end: null,
  bitmap_rows: null,
  rareTraces: null,
  ...fields,
});
const page = (page: number): { page: number; limit: number } => ({ page, limit: 50 });
/** Values of the order's field have bitmaps. */
const hours = { bitmap_rows: 800, rareTraces: 0 };

test.each([
  ['the first page of many', estimate(), page(1), 'scan'],
  ['the last page of many', estimate(), page(1000), 'scan-back'],
  ['a page past the end', estimate(), page(1001), 'scan-back'],
  ['a page past the end of an order that is counted', estimate(hours), page(1001), 'scan-back'],
  ['the last page that there can be', estimate(), page(Number.MAX_SAFE_INTEGER), 'scan-back'],
  ['a page that a scan to it passes much for', estimate({ matches: 2000 }), page(20), 'fetch'],
  ['few matches', estimate({ matches: 500 }), page(1), 'fetch'],
  ['nothing that matches', estimate({ matches: 0 }), page(1), 'fetch'],
  ['nothing that is stored', estimate({ matches: 0, range: 0 }), page(1), 'fetch'],
  // All of those that match may stand at the end of the order.
  ['many, in an order that is counted', estimate(hours), page(1), 'by-values'],
  [
    'many, in an order of time that has them near',
    estimate({ ...hours, from_start: 8192, from_end: 900_000 }),
    page(1),
    'scan',
  ],
  [
    'many, in an order of time that ends with them',
    estimate({ ...hours, from_start: 900_000, from_end: 8192 }),
    page(1),
    'scan-back',
  ],
  [
    'many in the middle of an order of time',
    estimate({ ...hours, from_start: 500_000, from_end: 500_000 }),
    page(1),
    'by-values',
  ],
  ['few, in an order that is counted', estimate({ ...hours, matches: 500 }), page(1), 'fetch'],
  ['all, in an order that is counted', estimate({ ...hours, matches: 1_000_000 }), page(1), 'scan'],
  [
    'the middle of all, in an order that is counted',
    estimate({ ...hours, matches: 1_000_000 }),
    page(10_000),
    'by-values',
  ],
  [
    'an order of which too many rare values are counted one by one',
    estimate({ bitmap_rows: 800, rareTraces: 5001 }),
    page(1),
    'scan',
  ],
  ['an order with too many bitmaps', estimate({ bitmap_rows: 20_001, rareTraces: 0 }), page(1), 'scan'],
  ['a small part of the order', estimate({ ...hours, matches: 5000, range: 10_000 }), page(1), 'scan'],
  ['the end of dirty traces', estimate({ matches: 0, dirtyTraces: 40_000 }), page(800), 'fetch'],
] as const)('%s is read by the cheapest plan', (_, counts, requestedPage, plan) => {
  expect(cheapest(counts, requestedPage)).toBe(plan);
});
