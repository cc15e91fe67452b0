/** The ways in which an observation can be read, in the order of their keys. */
export const DETAIL_TABS = ['conversation', 'json', 'raw', 'attributes'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** What the address says of the detail of an observation: the tab, where it is not the first. */
export interface DetailAddress {
  readonly tab?: DetailTab | undefined;
}

export function readDetail(parameters: URLSearchParams): DetailAddress {
  const tab = DETAIL_TABS.find((each) => each === parameters.get('tab'));
  return { tab: tab === DETAIL_TABS[0] ? undefined : tab };
}

/** The reverse of `readDetail`: parameters of the address. */
export function writeDetail({ tab }: DetailAddress): [string, string | undefined][] {
  return [['tab', tab === DETAIL_TABS[0] ? undefined : tab]];
}
