export { findChromium } from './find-chromium';
export { SOURCE_OPTIONS, forkSource, withChangedSource } from './fork-source';
export type { SourceChange } from './fork-source';
export { growthOf } from './growth';
export { spawnGuarded } from './guarded-process';
export { comesTrue, eventually, patience } from './patience';
export { canMount, mountSmallDisk } from './small-disk';
export type { SmallDisk } from './small-disk';
export { temporaryFolder } from './temporary-folder';
