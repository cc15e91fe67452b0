import { count, counted } from '../format/numbers';
import { age, fullTime } from '../format/times';
import { useNow } from '../ui/use-clock';
import type { ReadTrace } from './read-trace';
import { lastChange } from './use-trace';

const SECOND_MS = 1_000;
/** Age in milliseconds above which the time of the last change is not shown. */
const NEWS_MS = 600_000;

/** Note about data of the trace that may still arrive. It never calls a trace complete, because no part of the product can know that. */
export function Arrival({ trace }: { readonly trace: ReadTrace }) {
  const { tree, head } = trace;
  const changed = lastChange(trace);
  const isNews = Date.now() - changed < NEWS_MS;
  const now = useNow(isNews ? SECOND_MS : 0);
  const open = tree.to.reduce((sum, to) => sum + (Number.isNaN(to) ? 1 : 0), 0);
  const orphans = tree.isOrphan.reduce((sum, each) => sum + each, 0);
  const time = new Date(changed).toISOString();
  const since = age(time, now);
  return (
    <>
      {isNews && (
        <span title={`${fullTime(time)}; first received ${fullTime(head.createdAt)}`}>
          last change {since === 'now' ? 'now' : `${since} ago`}
        </span>
      )}
      {open > 0 && <span className="warning">{count(open)} without an end</span>}
      {orphans > 0 && <span className="warning">{counted(orphans, 'parent')} not received</span>}
    </>
  );
}
