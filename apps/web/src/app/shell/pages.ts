import {
  type Icon,
  IconArrowsExchange,
  IconBriefcase,
  IconBuildingBank,
  IconHome,
  IconListDetails,
  IconPlayerPlay,
  IconReportMoney,
} from '@tabler/icons-react';

export interface ShellPage {
  readonly path: string;
  readonly name: 'home' | 'tricks' | 'myTricks' | 'positions' | 'orders' | 'trades' | 'broker';
  readonly icon: Icon;
  /** After `g`. */
  readonly key?: string;
}

export interface PageGroup {
  readonly name?: 'groupDesk' | 'groupRecord' | 'groupAccount';
  readonly pages: readonly ShellPage[];
}

/** The menu: only pages that exist. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  { pages: [{ path: '/', name: 'home', icon: IconHome, key: 'h' }] },
  {
    name: 'groupDesk',
    pages: [
      { path: '/tricks', name: 'tricks', icon: IconListDetails, key: 't' },
      { path: '/my-tricks', name: 'myTricks', icon: IconPlayerPlay, key: 'm' },
    ],
  },
  {
    name: 'groupRecord',
    pages: [
      { path: '/positions', name: 'positions', icon: IconBriefcase, key: 'p' },
      { path: '/orders', name: 'orders', icon: IconArrowsExchange },
      { path: '/trades', name: 'trades', icon: IconReportMoney },
    ],
  },
  { name: 'groupAccount', pages: [{ path: '/profile/broker', name: 'broker', icon: IconBuildingBank }] },
];

export const ALL_PAGES: readonly ShellPage[] = PAGE_GROUPS.flatMap((group) => group.pages);
