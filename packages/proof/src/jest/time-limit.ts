import { patience } from '@sluice/machine';

// Of each test and hook. The slowest takes a quarter of it on a quiet machine.
jest.setTimeout(patience(180_000));
