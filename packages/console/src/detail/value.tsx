import { lazyPart } from '../shell/lazy-part';

/** A value among texts. Many conversations are only text: what shows a value comes with the first. */
export const Value = lazyPart(() => import('./value-view').then((module) => module.ValueView));
