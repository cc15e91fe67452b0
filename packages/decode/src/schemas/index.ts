export { LARGEST, ref } from './body-schema';
export type { Schema } from './body-schema';
export { LISTS } from './lists';
export type { ItemList, ListName } from './lists';
export { BATCH_COMPONENTS } from './native-batch';
