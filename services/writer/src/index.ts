export { gatherBatches } from './group-commits';
export { createWriter } from './writer';
export { composeStoring, composeWriter } from './compose';
export type { StoringParts, WriterParts, WriterReport, WriterService } from './compose';
export { writerFields } from './config';
export type { WriterSettings } from './config';
export { composePrices } from './prices';
