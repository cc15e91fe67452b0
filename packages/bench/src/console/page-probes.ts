/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** What a page did while something was done with it. */
export interface Watched {
  /** The longest time in milliseconds in which nothing else could happen; those below 50 are not reported by browsers. */
  readonly longestTaskMs: number;
  readonly longTasks: number;
}

/** Notes from now on how long the page is held up. Call it before the page is opened. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
}

/** What was noted since the last call. */
export async function takeTasks(page: Page): Promise<Watched> {
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
  return { longestTaskMs: Math.max(0, ...tasks), longTasks: tasks.length };
}

/** Scrolls what has the role at this speed. @returns the milliseconds between frames */
export function scroll(page: Page, selector: string, pixelsASecond: number, ms: number): Promise<readonly number[]> {
  return page.evaluate(
    ({ selector: of, pixelsASecond: speed, ms: duration }) =>
      new Promise<number[]>((resolve) => {
        const element = document.querySelector(of);
        const frames: number[] = [];
        let begun: number | undefined;
        let before = 0;
        const next = (now: number): void => {
          if (begun !== undefined) frames.push(now - before);
          begun ??= now;
          before = now;
          if (element === null || now - begun > duration) resolve(frames);
          else {
            element.scrollTop = ((now - begun) * speed) / 1000;
            requestAnimationFrame(next);
          }
        };
        requestAnimationFrame(next);
      }),
    { selector, pixelsASecond, ms },
  );
}

/** Of JavaScript in the page, when everything is collected that nobody needs. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
