import { directreferrallist, REFERRAL_SORTS as SORTS, TEAM_LEVELS, zDesignationLevel } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import {
  DEEPEST_LEVEL,
  DESIGNATIONS,
  inviteLink,
  isNarrowed,
  REFERRAL_SORTS,
  referralsInput,
  rewardsInput,
  teamInput,
} from './team-view.ts';

const FIRST_PAGE = { pageNumber: 1, pageSize: 12 };

test('the team opens with the direct referrals; a level that there is none is the first', () => {
  expect(teamInput({})).toEqual({ ...FIRST_PAGE, level: 1 });
  expect(teamInput({ level: '3', search: 'asha', page: '2' })).toEqual({
    ...{ pageNumber: 2, pageSize: 12, level: 3, Search: 'asha' },
  });
  for (const level of ['0', '21', '-1', 'x', '1.5']) expect(teamInput({ level }).level).toBe(1);
});

test('an address narrows and sorts the direct referrals as the call does', () => {
  const query = { search: 'rao', trade: 'yes', robo: 'no', badge: '2', sort: '-reward', page: '4' };
  expect(referralsInput(query)).toEqual({
    ...{ pageNumber: 4, pageSize: 12, keyword: 'rao', isTradeactive: true, isRoboactive: false },
    ...{ designation_level: 2, type: 'reward', order: 'desc' },
  });
  expect(referralsInput({ sort: 'name' })).toEqual({ ...FIRST_PAGE, type: 'name', order: 'asc' });
  expect(directreferrallist.input.safeParse(referralsInput(query)).success).toBe(true);
});

test('what an address cannot mean is left out', () => {
  expect(referralsInput({ trade: 'maybe', robo: '1', badge: '6', sort: 'email' })).toEqual(FIRST_PAGE);
  expect(rewardsInput({ from_date: 'today', to_date: '2026-13-01', sort: 'amount' })).toEqual(FIRST_PAGE);
});

test('rewards are narrowed by words and days', () => {
  const query = { search: 'plan', from_date: '2026-11-01', to_date: '2026-11-12', sort: 'time' };
  expect(rewardsInput(query)).toEqual({
    ...{ ...FIRST_PAGE, Search: 'plan', from_date: '2026-11-01', to_date: '2026-11-12', sort: 'time' },
  });
});

test('page, order and level narrow nothing; every filter does', () => {
  expect(isNarrowed(teamInput({ level: '2', page: '3' }))).toBe(false);
  expect(isNarrowed(referralsInput({ sort: 'name' }))).toBe(false);
  for (const query of [{ search: 'a' }, { trade: 'no' }, { robo: 'yes' }, { badge: '0' }]) {
    expect(isNarrowed(referralsInput(query))).toBe(true);
  }
  expect(isNarrowed(rewardsInput({ to_date: '2026-11-12' }))).toBe(true);
});

test('levels, badges and orders are those of the contract', () => {
  expect(DEEPEST_LEVEL).toBe(TEAM_LEVELS);
  expect(REFERRAL_SORTS).toEqual(SORTS);
  expect([zDesignationLevel.minValue, zDesignationLevel.maxValue]).toEqual([DESIGNATIONS[0], DESIGNATIONS.at(-1)]);
});

test('the link leads to the registration with the code', () => {
  expect(inviteLink('https://desk.example.com', 'AB12CD34')).toBe('https://desk.example.com/register?ref=AB12CD34');
});
