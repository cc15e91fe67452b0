const THREADS = 'services/standalone/src/threads/ingest-threads';

/** Mutants of threads that store next to the thread that serves HTTP; see mutant-table.mjs. */
export const THREAD_MUTANTS = [
  [
    'a thread stores as partitions of another one',
    'packages/bus/src/memory-bus.ts',
    '(this.#options.firstPartition ?? 0) + index',
    'index',
    [`${THREADS}.it.test.ts`],
  ],
  [
    'bodies of a thread that has ended are not answered',
    `${THREADS}.ts`,
    'this.#settle(id)?.reject(reason)',
    'this.#settle(id)',
    [`${THREADS}.it.test.ts`],
  ],
];
