export { LARGEST, ref } from './body-schema';
export type { Schema } from './body-schema';
export { EVENT_COMPONENTS } from './event-batch';
export { LISTS } from './lists';
export type { ItemList, ListName } from './lists';
export { BATCH_COMPONENTS } from './native-batch';
export { SCORE_COMPONENTS } from './score';
