import { localSetting } from '../ui/local-setting';

/** A share in percent that this browser keeps. */
const share = (name: string, usual: number, least: number, most: number) =>
  localSetting(name, (stored) => (typeof stored === 'number' && stored >= least && stored <= most ? stored : usual));

/** How much of the page the tree has beside the detail, in percent. */
export const TREE_SHARE = { least: 25, most: 80 };
export const treeShare = share('trace.tree', 60, TREE_SHARE.least, TREE_SHARE.most);

/** How much of the tree the names have beside the bars, in percent. */
export const NAME_SHARE = { least: 20, most: 70 };
export const nameShare = share('trace.names', 40, NAME_SHARE.least, NAME_SHARE.most);
