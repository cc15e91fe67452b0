import { navigate } from '../url/navigate';
import type { StartAddress } from '../url/start-address';
import { useNewest } from './newest-trace';
import { StartPage } from './start-page';

/** Instructions to send traces, for a project that has some. */
export function SendPage({ address }: { readonly address: StartAddress }) {
  const newest = useNewest({ goesOn: true });
  return <StartPage way={address.way} onWay={(way) => navigate({ page: 'start', way }, 'replace')} newest={newest} />;
}
