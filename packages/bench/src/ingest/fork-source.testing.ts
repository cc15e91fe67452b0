import { forkSource } from '@sluice/testbed/machine';
import type { Fork } from './generator';

/** Runs the generator from its sources, without a build. */
export const forkFromSource: Fork = (program, options) => forkSource(`${program}.ts`, [], options);
