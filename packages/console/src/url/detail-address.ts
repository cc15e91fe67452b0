/** Tabs of an observation, in the order of their keys. */
export const DETAIL_TABS = ['conversation', 'json', 'raw', 'attributes'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** State of an observation's detail: the tab, absent for the first. */
export interface DetailAddress {
  readonly tab?: DetailTab | undefined;
}

export function readDetail(parameters: URLSearchParams): DetailAddress {
  const tab = DETAIL_TABS.find((each) => each === parameters.get('tab'));
  return { tab: tab === DETAIL_TABS[0] ? undefined : tab };
}

/** Writes parameters of the address: the reverse of `readDetail`. */
export function writeDetail({ tab }: DetailAddress): [string, string | undefined][] {
  return [['tab', tab === DETAIL_TABS[0] ? undefined : tab]];
}
