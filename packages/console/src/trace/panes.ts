import { localSetting } from '../ui/local-setting';

/** Local setting for a share in percent. */
const share = (name: string, usual: number, least: number, most: number) =>
  localSetting(name, (stored) => (typeof stored === 'number' && stored >= least && stored <= most ? stored : usual));

/** Share of the tree in the width of the page, in percent; the detail has the rest. */
export const TREE_SHARE = { least: 25, most: 80 };
export const treeShare = share('trace.tree', 60, TREE_SHARE.least, TREE_SHARE.most);

/** Share of the names in the width of the tree, in percent; the bars have the rest. */
export const NAME_SHARE = { least: 20, most: 70 };
export const nameShare = share('trace.names', 40, NAME_SHARE.least, NAME_SHARE.most);
