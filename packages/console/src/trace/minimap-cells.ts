import type { ObservationColumns } from './observation-columns';
import type { Tree } from './tree';

/** Layers in painting order, the last on top. */
export const LAYERS = ['span', 'agent', 'guardrail', 'retriever', 'tool', 'generation', 'error'] as const;

/** Least width of a failed call in cells, so that one among thousands is visible. It also covers the line above and below. */
const ERROR_CELLS = 2;
const ERROR = LAYERS.indexOf('error');

/** Picture of a trace: for each cell, line by line, 1 + the index of the top layer; 0 where nothing ran. */
export interface Cells {
  readonly width: number;
  readonly lines: number;
  readonly top: Uint8Array;
}

/**
 * Paints all bars into the cells in linear time: it notes the starts and ends of bars by layer and line, then fills the cells between them
 * in one pass.
 * @param layers index of the layer by row
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
    // A bar without an end extends to the end of the trace; each bar covers at least one cell.
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
