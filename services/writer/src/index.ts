export { gatherBatches } from './gather';
export { createWriter } from './writer';
export { composeWriter } from './compose';
export type { WriterParts, WriterService } from './compose';
export { writerFields } from './config';
export type { WriterSettings } from './config';
export { composePrices } from './prices';
