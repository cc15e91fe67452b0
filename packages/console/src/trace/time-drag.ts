import { type PointerEvent, useState } from 'react';
import { type Extent, between } from './scale';

/** Pixels below which a drag counts as a click. */
const LEAST = 4;

interface TimeDrag {
  /** Range of the drag in progress. */
  readonly drawn: Extent | undefined;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
  };
}

/** Returns the time at a horizontal position of the screen. The element shows an extent from its left edge to its right edge. */
export function timeAt(element: Element, { from, to }: Extent, clientX: number): number {
  const { left, width } = element.getBoundingClientRect();
  return from + ((clientX - left) / (width || 1)) * (to - from);
}

/** Chooses a time range by dragging. @param extent that the element shows */
export function useTimeDrag(extent: Extent, onChoose: (chosen: Extent) => void): TimeDrag {
  const [drag, setDrag] = useState<{ readonly x: number; readonly at: number; readonly drawn: Extent | undefined }>();
  return {
    drawn: drag?.drawn,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, at: timeAt(event.currentTarget, extent, event.clientX), drawn: undefined });
      },
      onPointerMove(event) {
        if (drag === undefined || (drag.drawn === undefined && Math.abs(event.clientX - drag.x) < LEAST)) return;
        setDrag({ ...drag, drawn: between(drag.at, timeAt(event.currentTarget, extent, event.clientX), extent) });
      },
      onPointerUp() {
        setDrag(undefined);
        if (drag?.drawn !== undefined) onChoose(drag.drawn);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
