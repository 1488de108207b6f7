import type { CallName } from '@trickdesk/contract';

/** What a step changes elsewhere: the profile, the checklist of home, and what stands between a trick and live. */
export const REFRESHED_BY_KYC: readonly CallName[] = ['myprofile', 'home', 'readiness'];

/** The specification's eight seconds for “Verification is Done”. */
export const VERIFIED_LASTS_MS = 8_000;
