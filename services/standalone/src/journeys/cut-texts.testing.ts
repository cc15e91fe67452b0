import type { Page } from 'playwright-core';

/** Texts of a page that are not completely visible. */
export interface CutTexts {
  /** Cut numbers, and the elements that cover them. */
  readonly numbers: readonly string[];
  /** Cut texts whose tooltip does not contain the whole text. */
  readonly withoutTitle: readonly string[];
}

/** Moves the pointer to each cut text of a page. An element that scrolls horizontally cuts numbers, too. */
export async function cutTexts(page: Page): Promise<CutTexts> {
  // The chunk with the tooltips is loaded when the pointer is over an element.
  const loaded = page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('whole-texts')),
  );
  await page.locator('main').dispatchEvent('pointerover');
  await loaded;
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    // With units, such as `+99 h 50 m ×600`, or after a word, such as `new +$1.20`.
    const isNumber = (text: string): boolean => /\d/.test(text) && text.length < 40 && !/\p{L}{4}/u.test(text);
    const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
    const found = { numbers: new Set<string>(), withoutTitle: new Set<string>() };
    const nodes = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() !== null) {
      const node = nodes.currentNode as Text;
      const parent = node.parentElement;
      const text = words(node.data);
      if (parent === null || text === '' || parent.closest('.visually-hidden, option, pre, svg') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const cell = parent.closest('td, th, [role=gridcell]');
      let [isCut, isScrolled] = [false, false];
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const overflow = getComputedStyle(box).overflowX;
        if (overflow === 'visible' && box !== cell) continue;
        const { left: from, right: to } = box.getBoundingClientRect();
        if (left >= from - 1 && right <= to + 1) continue;
        if (overflow === 'auto' || overflow === 'scroll') isScrolled = true;
        else isCut = true;
      }
      const shown = words((cell ?? parent).textContent);
      if (isNumber(shown) && (isCut || isScrolled)) found.numbers.add(shown);
      else if (isCut) {
        parent.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        const title = parent.closest<HTMLElement>('[title]')?.title ?? '';
        if (!words(title).includes(text)) found.withoutTitle.add(text);
      }
    }
    return { numbers: [...found.numbers], withoutTitle: [...found.withoutTitle] };
  });
}
