import { type Member, member } from './address-form';

/** Tabs of an observation, in the order of their keys. */
export const DETAIL_TABS = ['conversation', 'json', 'raw', 'attributes'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** State of an observation's detail: the tab, absent for the first. */
export interface DetailAddress {
  readonly tab?: DetailTab | undefined;
}

export const TAB: Member<DetailAddress['tab']> = member(
  'tab',
  (given) => DETAIL_TABS.slice(1).find((each) => each === given),
  (value) => (value === DETAIL_TABS[0] ? undefined : value),
);
