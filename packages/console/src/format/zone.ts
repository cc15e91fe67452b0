import { localSetting, useLocalSetting } from '../ui/local-setting';
import { type Zone, showZone } from './times';

const kept = localSetting('zone', (stored): Zone => (stored === 'utc' ? 'utc' : 'local'));
showZone(kept.get());
kept.subscribe(() => showZone(kept.get()));

/** Returns the zone in which times are shown, and renders the component again when it changes. */
export const useZone = (): Zone => useLocalSetting(kept);

export const presentZone = kept.get;

/** Sets the zone of all times, stored in this browser. */
export const setZone = kept.set;
