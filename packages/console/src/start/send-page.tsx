import { navigate } from '../url/navigate';
import type { StartPlace } from '../url/start-place';
import { useNewest } from './newest-trace';
import { StartPage } from './start-page';

/** How to send traces, for who has some already. */
export function SendPage({ place }: { readonly place: StartPlace }) {
  const newest = useNewest({ goesOn: true });
  return <StartPage way={place.way} onWay={(way) => navigate({ page: 'start', way }, 'replace')} newest={newest} />;
}
