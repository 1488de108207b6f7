import {
  type Icon,
  IconArrowsExchange,
  IconBell,
  IconBriefcase,
  IconBuildingBank,
  IconChecklist,
  IconCreditCard,
  IconDatabaseExport,
  IconFlask,
  IconHammer,
  IconHistory,
  IconHome,
  IconId,
  IconListDetails,
  IconLock,
  IconPlayerPlay,
  IconReceipt,
  IconReportMoney,
  IconScale,
  IconShieldHalf,
  IconTicket,
  IconTimeline,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';

export interface ShellPage {
  readonly path: string;
  readonly name:
    | 'home'
    | 'tricks'
    | 'myTricks'
    | 'builder'
    | 'backtests'
    | 'positions'
    | 'orders'
    | 'trades'
    | 'tradeLog'
    | 'alerts'
    | 'wallet'
    | 'subscription'
    | 'plans'
    | 'activate'
    | 'invoices'
    | 'broker'
    | 'security'
    | 'profile'
    | 'personal'
    | 'kyc'
    | 'bank'
    | 'ownData'
    | 'log'
    | 'readiness'
    | 'risk'
    | 'reconciliation';
  readonly icon: Icon;
  /** After `g`. */
  readonly key?: string;
  /** Pages that stand behind one entry of the menu, as tabs; the entry leads to the first. */
  readonly tabs?: readonly ShellPage[];
}

export interface PageGroup {
  readonly name?: 'groupDesk' | 'groupRecord' | 'groupAccount';
  readonly pages: readonly ShellPage[];
}

/** What a person sets about themselves: one entry of the menu. */
export const PROFILE_PAGES: readonly ShellPage[] = [
  { path: '/profile/personal', name: 'personal', icon: IconUser },
  { path: '/profile/kyc', name: 'kyc', icon: IconId },
  { path: '/profile/bank', name: 'bank', icon: IconCreditCard },
  { path: '/profile/security', name: 'security', icon: IconLock },
  { path: '/profile/data', name: 'ownData', icon: IconDatabaseExport },
];

/** What was bought and can be: one entry of the menu. */
export const BILLING_PAGES: readonly ShellPage[] = [
  { path: '/subscription', name: 'plans', icon: IconTicket },
  { path: '/activate', name: 'activate', icon: IconPlayerPlay },
  { path: '/subscription/transactions', name: 'invoices', icon: IconReceipt },
];

/** The menu: only pages that exist. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  { pages: [{ path: '/', name: 'home', icon: IconHome, key: 'h' }] },
  {
    name: 'groupDesk',
    pages: [
      { path: '/tricks', name: 'tricks', icon: IconListDetails, key: 't' },
      { path: '/my-tricks', name: 'myTricks', icon: IconPlayerPlay, key: 'm' },
      { path: '/builder', name: 'builder', icon: IconHammer },
      { path: '/backtests', name: 'backtests', icon: IconFlask },
      { path: '/readiness', name: 'readiness', icon: IconChecklist, key: 'r' },
      { path: '/risk', name: 'risk', icon: IconShieldHalf, key: 'k' },
    ],
  },
  {
    name: 'groupRecord',
    pages: [
      { path: '/positions', name: 'positions', icon: IconBriefcase, key: 'p' },
      { path: '/orders', name: 'orders', icon: IconArrowsExchange },
      { path: '/trades', name: 'trades', icon: IconReportMoney },
      { path: '/logs/trades', name: 'tradeLog', icon: IconTimeline },
      { path: '/reconciliation', name: 'reconciliation', icon: IconScale },
    ],
  },
  {
    name: 'groupAccount',
    pages: [
      { path: '/alerts', name: 'alerts', icon: IconBell },
      { path: '/wallet', name: 'wallet', icon: IconWallet, key: 'w' },
      { path: '/subscription', name: 'subscription', icon: IconTicket, tabs: BILLING_PAGES },
      { path: '/profile/broker', name: 'broker', icon: IconBuildingBank },
      { path: '/profile/personal', name: 'profile', icon: IconUser, tabs: PROFILE_PAGES },
      { path: '/logs', name: 'log', icon: IconHistory },
    ],
  },
];

export const ALL_PAGES: readonly ShellPage[] = PAGE_GROUPS.flatMap((group) =>
  group.pages.flatMap((page) => page.tabs ?? [page]),
);

/** The pages that a letter after `g` opens: what the keyboard does and what its help tells. */
export const PAGE_KEYS: readonly (ShellPage & { readonly key: string })[] = ALL_PAGES.flatMap((page) =>
  page.key === undefined ? [] : [{ ...page, key: page.key }],
);
