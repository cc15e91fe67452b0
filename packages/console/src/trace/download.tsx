import { useState } from 'react';

/** Button that downloads the trace with its texts, as the API returns it. */
export function Download({ id }: { readonly id: string }) {
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const load = (): void => {
    setIsLoading(true);
    import('./save-trace')
      .then(({ saveTrace }) => saveTrace(id))
      .then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => setIsLoading(false));
  };
  return (
    <button type="button" disabled={isLoading} title={problem ?? 'Download the trace with all texts'} onClick={load}>
      {isLoading ? 'Loading …' : problem === undefined ? 'Download JSON' : 'Download JSON again'}
    </button>
  );
}
