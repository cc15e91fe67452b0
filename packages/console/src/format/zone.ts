import { localSetting, useLocalSetting } from '../ui/local-setting';
import { type Zone, showZone } from './times';

const kept = localSetting('zone', (stored): Zone => (stored === 'utc' ? 'utc' : 'local'));
showZone(kept.get());
kept.subscribe(() => showZone(kept.get()));

/** The zone in which times are shown; who shows times that stay is drawn anew when it changes. */
export const useZone = (): Zone => useLocalSetting(kept);

export const presentZone = kept.get;

/** Shows all times in this zone, from now on and in this browser. */
export const setZone = kept.set;
