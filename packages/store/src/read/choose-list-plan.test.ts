import { type PlanEstimate, cheapest } from './choose-list-plan';

/** Estimate of a million traces, of which a twentieth matches, without dirty ones. */
const look = (fields: Partial<PlanEstimate> = {}): PlanEstimate => ({
  usable: true,
  kept: 50_000,
  changed: 0,
  range: 1_000_000,
  from_start: null,
  from_end: null,
  bit_rows: null,
  rareMatches: null,
  ...fields,
});
const page = (page: number): { page: number; limit: number } => ({ page, limit: 50 });
/** Values of the order's field have bits. */
const hours = { bit_rows: 800, rareMatches: 0 };

test.each([
  ['the first page of many', look(), page(1), 'walk'],
  ['the last page of many', look(), page(1000), 'walk-back'],
  ['a page past the end', look(), page(1001), 'walk-back'],
  ['a page past the end of an order that is counted', look(hours), page(1001), 'walk-back'],
  ['the last page that there can be', look(), page(Number.MAX_SAFE_INTEGER), 'walk-back'],
  ['a page that the walk to it passes much for', look({ kept: 2000 }), page(20), 'gather'],
  ['few matches', look({ kept: 500 }), page(1), 'gather'],
  ['nothing that matches', look({ kept: 0 }), page(1), 'gather'],
  ['nothing that is stored', look({ kept: 0, range: 0 }), page(1), 'gather'],
  // All of those that match may stand at the end of the order.
  ['many, in an order that is counted', look(hours), page(1), 'runs'],
  [
    'many, in an order of time that has them near',
    look({ ...hours, from_start: 8192, from_end: 900_000 }),
    page(1),
    'walk',
  ],
  [
    'many, in an order of time that ends with them',
    look({ ...hours, from_start: 900_000, from_end: 8192 }),
    page(1),
    'walk-back',
  ],
  [
    'many in the middle of an order of time',
    look({ ...hours, from_start: 500_000, from_end: 500_000 }),
    page(1),
    'runs',
  ],
  ['few, in an order that is counted', look({ ...hours, kept: 500 }), page(1), 'gather'],
  ['all, in an order that is counted', look({ ...hours, kept: 1_000_000 }), page(1), 'walk'],
  ['the middle of all, in an order that is counted', look({ ...hours, kept: 1_000_000 }), page(10_000), 'runs'],
  ['an order of which too many are counted one by one', look({ bit_rows: 800, rareMatches: 5001 }), page(1), 'walk'],
  ['an order of which too many values have bits', look({ bit_rows: 20_001, rareMatches: 0 }), page(1), 'walk'],
  ['a small part of the order', look({ ...hours, kept: 5000, range: 10_000 }), page(1), 'walk'],
  ['the end of what is marked', look({ kept: 0, changed: 40_000 }), page(800), 'gather'],
] as const)('%s is read by the cheapest plan', (_, seen, asked, plan) => {
  expect(cheapest(seen, asked)).toBe(plan);
});
