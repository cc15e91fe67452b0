import type { ObservationColumns } from './observation-columns';
import type { Tree } from './tree';

/** Kinds in the order in which they are painted over each other, the last on top. */
export const LAYERS = ['span', 'agent', 'guardrail', 'retriever', 'tool', 'generation', 'error'] as const;

/** One failed call among thousands is to be seen: at least so many cells, and a line above and below. */
const ERROR_CELLS = 2;
const ERROR = LAYERS.indexOf('error');

/** A picture of a trace: of each cell, line by line, the layer on top plus one; 0 where nothing ran. */
export interface Cells {
  readonly width: number;
  readonly lines: number;
  readonly top: Uint8Array;
}

/**
 * Paints all bars, however many, into few cells: of each layer and line only where bars begin and end is noted, and the cells between are
 * filled in one go.
 * @param layers of each row the index of its layer
 */
export function cellsOf(
  { count }: ObservationColumns,
  tree: Tree,
  layers: Uint8Array,
  { from: start, to: stop }: { readonly from: number; readonly to: number },
  width: number,
  lines: number,
): Cells {
  const stride = width + 1;
  const changes = new Int32Array(LAYERS.length * lines * stride);
  const scale = width / (stop - start || 1);
  for (let row = 0; row < count; row += 1) {
    const begin = tree.from[row] ?? 0;
    const end = tree.to[row] ?? NaN;
    const first = Math.floor((begin - start) * scale);
    const isError = layers[row] === ERROR;
    // One without an end runs on; each has a cell at least.
    const last = Math.max(
      first + (isError ? ERROR_CELLS : 1),
      Math.ceil(((Number.isNaN(end) ? tree.span : end) - start) * scale),
    );
    if (first >= width || last <= 0) continue;
    const line = Math.floor((row / count) * lines);
    const above = isError ? Math.max(0, line - 1) : line;
    const below = isError ? Math.min(lines - 1, line + 1) : line;
    for (let at = above; at <= below; at += 1) {
      const begins = ((layers[row] ?? 0) * lines + at) * stride;
      const left = begins + Math.max(0, first);
      const right = begins + Math.min(width, last);
      changes[left] = (changes[left] ?? 0) + 1;
      changes[right] = (changes[right] ?? 0) - 1;
    }
  }
  const top = new Uint8Array(width * lines);
  for (let layer = 0; layer < LAYERS.length; layer += 1) {
    for (let line = 0; line < lines; line += 1) {
      let running = 0;
      const begins = (layer * lines + line) * stride;
      for (let cell = 0; cell < width; cell += 1) {
        running += changes[begins + cell] ?? 0;
        if (running > 0) top[line * width + cell] = layer + 1;
      }
    }
  }
  return { width, lines, top };
}
