import { patience } from '../machine';

// Time limit of a test or hook. The slowest needs a quarter of it on an idle machine.
jest.setTimeout(patience(180_000));
