/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Long tasks of a page during an action. */
export interface Watched {
  /** Longest task of the main thread in milliseconds; browsers do not report tasks below 50 ms. */
  readonly longestTaskMs: number;
  readonly longTasks: number;
}

/** Records the long tasks of the page from now on. Call it before the page is opened. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
}

/** Awaited element, and text that it has to contain. */
export interface Shown {
  readonly selector: string;
  readonly text?: string;
}

/**
 * Records the time of the first frame that shows the element. The script runs in the page, because a poll from outside is up to half a
 * second late. Call it before the page is opened.
 */
export async function watchShown(page: Page, shown: Shown): Promise<void> {
  await page.addInitScript(({ selector, text = '' }) => {
    const watch = new MutationObserver(() => {
      const elements = [...document.querySelectorAll(selector)];
      if (!elements.some((element) => element.textContent.includes(text))) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { shownAt: performance.now() })));
    });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  }, shown);
}

/** Waits for the element. @returns milliseconds since the page was opened */
export async function shownAt(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => (globalThis as unknown as { shownAt?: number }).shownAt);
  return (await at.jsonValue()) ?? NaN;
}

/** Returns the time of an answer's last byte, on the same clock. @param address part of its URL that no other request has */
export async function answeredAt(page: Page, address: string): Promise<number> {
  return page.evaluate((part) => {
    const found = performance.getEntriesByType('resource').find(({ name }) => name.includes(part));
    return (found as PerformanceResourceTiming | undefined)?.responseEnd ?? NaN;
  }, address);
}

/** Returns the current time, on the same clock. */
export const pageNow = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Returns the long tasks since the last call. */
export async function takeTasks(page: Page): Promise<Watched> {
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
  return { longestTaskMs: Math.max(0, ...tasks), longTasks: tasks.length };
}

/** Scrolls the element at this speed. @returns the milliseconds between frames */
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

/**
 * Returns the memory of the page after garbage collection, in bytes: the heap, and the buffers of typed arrays, which are not part of the
 * heap.
 */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize + backingStorageSize;
}
