import { lazyPart } from '../shell/lazy-part';

/** View of a value, loaded with the first one: many conversations contain only texts. */
export const Value = lazyPart(() => import('./shown-value').then((module) => module.ShownValue));
