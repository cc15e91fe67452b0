import { useEffect, useMemo, useRef, useState } from 'react';
import { duration } from '../format/numbers';
import { kindOf } from './kinds';
import { type Cells, LAYERS, cellsOf } from './minimap-cells';
import { useWidth } from '../ui/use-width';
import styles from './minimap.module.css';
import { type Extent, barOf } from './scale';
import { useTimeDrag } from './time-drag';
import type { TraceData } from './trace-data';
import { useWheel } from './use-wheel';

const LINES = 16;
const LINE_HEIGHT = 2;
/** Width of a cell in pixels. */
const CELL = 2;

interface MinimapProps {
  readonly trace: TraceData;
  readonly whole: Extent;
  readonly extent: Extent;
  readonly onZoom: (extent: Extent) => void;
}

/** Canvas with the whole trace, and a frame around the time range shown below; dragging zooms. */
export function Minimap({ trace, whole, extent, onZoom }: MinimapProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const { drawn, handlers } = useTimeDrag(whole, onZoom);
  useWheel(box, box, { extent, whole, isPlain: true, zoomTo: onZoom });
  const layers = useMemo(() => layersOf(trace), [trace.columns]);
  const cells = useMemo(
    () => cellsOf(trace.columns, trace.tree, layers, whole, Math.max(1, Math.floor(width / CELL)), LINES),
    [trace.columns, trace.tree, layers, whole, width],
  );
  const theme = useTheme();
  useEffect(() => {
    if (canvas.current !== null) paint(canvas.current, cells);
  }, [cells, theme]);
  const shown = drawn ?? extent;
  const bar = barOf(whole, shown.from, shown.to);
  return (
    <div
      ref={box}
      className={styles['minimap']}
      role="img"
      aria-label={`The whole trace; shown is ${duration(extent.from)} to ${duration(extent.to)}`}
      title="Drag to zoom, scroll to zoom in"
      {...handlers}
    >
      <canvas ref={canvas} className={styles['canvas']} />
      {bar !== undefined && (
        <>
          <span className={styles['shade']} style={{ left: 0, width: `${bar.left}%` }} />
          <span className={styles['shade']} style={{ left: `${bar.left + bar.width}%`, right: 0 }} />
        </>
      )}
    </div>
  );
}

/** Paints only the innermost failed rows as errors: their ancestors would cover the whole time. */
function layersOf({ columns: { count, words }, sums }: TraceData): Uint8Array {
  const ofType = words.type.texts.map((type) => LAYERS.indexOf(kindOf(type).layer));
  const error = words.level.texts.indexOf('ERROR');
  const layers = new Uint8Array(count);
  for (let row = 0; row < count; row += 1)
    layers[row] =
      words.level.of[row] === error && sums.errors[row] === 1
        ? LAYERS.indexOf('error')
        : (ofType[words.type.of[row] ?? 0] ?? 0);
  return layers;
}

function paint(canvas: HTMLCanvasElement, { width, lines, top }: Cells): void {
  canvas.width = width;
  canvas.height = lines * LINE_HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const colours = LAYERS.map((layer) => resolved(canvas, layer));
  for (let line = 0; line < lines; line += 1) {
    for (let begin = 0; begin < width;) {
      const layer = top[line * width + begin] ?? 0;
      let end = begin + 1;
      while (end < width && top[line * width + end] === layer) end += 1;
      if (layer > 0) {
        context.fillStyle = colours[layer - 1] ?? '';
        context.fillRect(begin, line * LINE_HEIGHT, end - begin, LINE_HEIGHT);
      }
      begin = end;
    }
  }
}

/** Resolves the colour of a layer through an element, because a canvas does not know custom properties. */
function resolved(canvas: HTMLCanvasElement, layer: string): string {
  canvas.style.color = `var(--${layer})`;
  return getComputedStyle(canvas).color;
}

/** Returns a value that changes with the theme, which the button or the system sets. */
function useTheme(): string {
  const [theme, setTheme] = useState('');
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const read = (): void => setTheme(`${document.documentElement.dataset['theme'] ?? ''} ${dark.matches}`);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    dark.addEventListener('change', read);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', read);
    };
  }, []);
  return theme;
}
