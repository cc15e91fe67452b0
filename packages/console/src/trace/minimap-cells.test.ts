import { observation } from './fixture.testing';
import { LAYERS, cellsOf } from './minimap-cells';
import { columnsOf } from './observation-columns';
import { buildTree } from './tree';

const SPAN = LAYERS.indexOf('span');
const ERROR = LAYERS.indexOf('error');

/** Lines of the picture: a dot where nothing ran, else the layer's initial. */
function picture(
  layers: readonly number[],
  steps: readonly Parameters<typeof observation>[0][],
  lines: number,
): string[] {
  const observations = steps.map(observation);
  const { top, width } = cellsOf(
    columnsOf(observations),
    buildTree(observations),
    Uint8Array.from(layers),
    { from: 0, to: 10 },
    10,
    lines,
  );
  const text = [...top].map((layer) => LAYERS[layer - 1]?.[0] ?? '.').join('');
  return Array.from({ length: lines }, (_, line) => text.slice(line * width, (line + 1) * width));
}

test('bars are painted line by line, each a cell at least', () => {
  const steps = [
    { n: 1, from: 0, to: 10 },
    { n: 2, from: 4, to: 4 },
  ];
  expect(picture([SPAN, SPAN], steps, 2)).toEqual(['ssssssssss', '....s.....']);
});

test('what failed is on top, and what has no end runs on', () => {
  const steps = [
    { n: 1, from: 2, to: 3 },
    { n: 2, from: 1, to: null },
    { n: 3, from: 0, to: 10 },
  ];
  // Rows are in the order of their starts.
  expect(picture([SPAN, SPAN, ERROR], steps, 1)).toEqual(['sseessssss']);
});

test('one that failed among many is seen: wider than it was, and on the lines beside its own', () => {
  const steps = [0, 2, 4, 6, 8].map((from, index) => ({ n: index + 1, from, to: from + 1 }));
  const layers = [SPAN, SPAN, ERROR, SPAN, SPAN];
  expect(picture(layers, steps, 5)).toEqual(['s.........', '..s.ee....', '....ee....', '....ees...', '........s.']);
});
