interface Title {
  readonly own: string;
  readonly given: string;
}

/** Titles of elements that cut their text. */
const titles = new WeakMap<Element, Title>();

/** Begins the title of the innermost element below the pointer that cuts its text, with all of the text. */
function titleCut({ target }: Event): void {
  for (let box = target; box instanceof HTMLElement; box = box.parentElement) {
    const before = titles.get(box);
    const own = before?.given === box.title ? before.own : box.title;
    const isCut = box.scrollWidth > box.clientWidth && getComputedStyle(box).textOverflow === 'ellipsis';
    const given = isCut && !own.includes(box.innerText) ? `${box.innerText}\n${own}`.trim() : own;
    if (given !== box.title) box.title = given;
    titles.set(box, { own, given });
    if (given !== '') return;
  }
}

/** Shows the whole of a text that is cut, wherever it is, to who points at it. */
export const showWholeTexts = (): void => addEventListener('pointerover', titleCut);
