import { useMemo, useState } from 'react';
import { RequestError } from '../api/request-error';
import { count } from '../format/numbers';
import { useKeys } from '../keys/keys';
import { Pager } from '../ui/pager';
import { StateLine } from '../ui/state-line';
import type { TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
import { Nothing } from './empty-list';
import { PageSize } from './page-size';
import { Rows } from './rows';
import styles from './trace-list.module.css';
import { TraceTable } from './trace-table';
import { useTraces } from './use-traces';

/** Page of the list, updated as traces arrive. */
export function RowsListed({ address }: { readonly address: TracesAddress }) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const { rows, meta, waiting, fresh, isOld, error, showNew, refresh } = useTraces(address, !isPointedAt);
  const { page_ } = address;
  const pages = meta?.totalPages ?? 0;

  useKeys(
    useMemo(() => {
      const turn = (by: number) => () => {
        if (page_ + by >= 1 && page_ + by <= pages) navigate({ ...address, page_: page_ + by });
      };
      return {
        title: 'Traces',
        keys: [
          { key: '[', help: 'previous page', run: turn(-1) },
          { key: ']', help: 'next page', run: turn(1) },
          { key: 'r', help: 'refresh', run: refresh },
          { key: 'n', help: 'show new traces', run: showNew },
        ],
      };
      // `refresh` and `showNew` are new functions at each render; their effect depends on these values only.
    }, [address, page_, pages, rows, waiting]),
  );

  // The connection line reports an unreachable server once for all pages.
  const isReported = error instanceof RequestError && error.status === 0 && rows !== undefined;
  return (
    <>
      <Rows isOld={isOld || error !== null} isReady={rows !== undefined} onPointed={setIsPointedAt}>
        {error !== null && !isReported && <StateLine error={error} again={refresh} />}
        {waiting > 0 && (
          <button type="button" className={styles.pill} onClick={showNew}>
            {count(waiting)} new {waiting === 1 ? 'trace' : 'traces'} <span aria-hidden="true">↑</span>
          </button>
        )}
        {rows !== undefined && rows.length > 0 && (
          <TraceTable
            traces={rows}
            fresh={fresh}
            address={address}
            onSort={(sort) => navigate({ ...address, sort, page_: 1 })}
          />
        )}
        {rows?.length === 0 && !isOld && <Nothing address={address} />}
      </Rows>
      {meta !== undefined && meta.totalItems > 0 && (
        <footer className={`${styles.footer} secondary line`}>
          <PageSize address={address} />
          <Pager meta={meta} things="traces" onPage={(to) => navigate({ ...address, page_: to })} />
        </footer>
      )}
    </>
  );
}
