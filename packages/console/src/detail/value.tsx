import { lazyPart } from '../shell/lazy-part';

/** View of a value, loaded with the first one: many conversations contain only texts. */
export const Value = lazyPart(() => import('./value-view').then((module) => module.ValueView));
