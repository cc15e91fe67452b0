import { useMutation } from '@tanstack/react-query';
import { readBytes } from '../api/client';

/** All of the trace, with its texts, as the API answers it. */
export function Download({ id }: { readonly id: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const answer = await readBytes('/api/public/traces/{traceId}', { ids: { traceId: id } });
      if (answer !== undefined) save(new Blob([answer.bytes], { type: 'application/json' }), `trace-${id}.json`);
    },
  });
  return (
    <button
      type="button"
      disabled={isPending}
      title={error === null ? 'Download the trace with all texts' : `It did not come: ${error.message}`}
      onClick={() => mutate()}
    >
      {isPending ? 'Loading …' : error === null ? 'JSON' : 'JSON: try again'}
    </button>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  // Ids are of the address: anything may be in them.
  link.download = name.replace(/[^\w.-]/g, '_');
  link.click();
  URL.revokeObjectURL(link.href);
}
