import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { dateOf } from '../../ui/table/date-range.tsx';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const PAGE_SIZE = 12;

type TeamInput = InputOfCall<'getMyTeam'>;
type ReferralsInput = InputOfCall<'directreferrallist'>;
type RewardsInput = InputOfCall<'myRewardhistory'>;

/** What addresses can ask for; `team-view.test.ts` compares them with the contract. */
export const DEEPEST_LEVEL = 20;
export const REFERRAL_SORTS = ['since', 'name', 'level', 'reward'] as const satisfies ReferralsInput['type'][];
export const DESIGNATIONS = [0, 1, 2, 3, 4, 5] as const;
export const YES_NO = ['yes', 'no'] as const;

/** The level that an address asks for; anything that is none is the first. */
export function levelIn(query: Query): number {
  const level = pageOf(query['level']);
  return level <= DEEPEST_LEVEL ? level : 1;
}

/** What an address asks of the team. */
export function teamInput(query: Query): TeamInput & { readonly level: number } {
  const search = query['search'] ?? '';
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE, level: levelIn(query) },
    ...(search === '' ? {} : { Search: search }),
  };
}

/** A wish of an address that is yes or no; anything else is none. */
export const yesNo = (text: string | undefined): boolean | undefined =>
  text === 'yes' ? true : text === 'no' ? false : undefined;

/** What an address asks of the direct referrals; what it cannot mean is left out. */
export function referralsInput(query: Query): ReferralsInput {
  const keyword = query['search'] ?? '';
  const isTradeactive = yesNo(query['trade']);
  const isRoboactive = yesNo(query['robo']);
  const designation = DESIGNATIONS.find((each) => String(each) === query['badge']);
  const sort = sortIn(query, REFERRAL_SORTS);
  const type = REFERRAL_SORTS.find((each) => each === sort?.replace('-', ''));
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(keyword === '' ? {} : { keyword }),
    ...(isTradeactive === undefined ? {} : { isTradeactive }),
    ...(isRoboactive === undefined ? {} : { isRoboactive }),
    ...(designation === undefined ? {} : { designation_level: designation }),
    ...(type === undefined ? {} : { type, order: sort?.startsWith('-') ? 'desc' : 'asc' }),
  };
}

/** What an address asks of the rewards; what it cannot mean is left out. */
export function rewardsInput(query: Query): RewardsInput {
  const search = query['search'] ?? '';
  const from = dateOf(query['from_date']);
  const to = dateOf(query['to_date']);
  const sort = sortIn(query, ['time']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(sort === undefined ? {} : { sort }),
  };
}

const NO_FILTERS: ReadonlySet<string> = new Set(['pageNumber', 'pageSize', 'level', 'type', 'order', 'sort']);

/** Whether an input asks for less than all rows; order, page and level narrow nothing. */
export function isNarrowed(input: object): boolean {
  return Object.keys(input).some((field) => !NO_FILTERS.has(field));
}

/** The address that fills the code into the registration. */
export function inviteLink(origin: string, referralCode: string): string {
  return `${origin}/register?ref=${encodeURIComponent(referralCode)}`;
}
