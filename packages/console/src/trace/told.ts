/** What is told of failures and waste: one file, which comes where a trace has some. */
export { FailedNote } from './failed-note';
export { findWaste } from './find-waste';
export { loopsIn } from './loops';
export { WasteLine } from './waste-line';
export { WasteNote } from './waste-note';
