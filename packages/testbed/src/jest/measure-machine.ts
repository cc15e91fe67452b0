import { patience } from '../machine/patience';

/** Measures the machine before the workers start, which inherit the result. */
export default function measureMachine(): void {
  patience(0);
}
