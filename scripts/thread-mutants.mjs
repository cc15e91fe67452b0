const THREADS = 'services/standalone/src/threads/ingest-threads';

/** Of threads that store beside the one that serves HTTP; see mutant-table.mjs. */
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
