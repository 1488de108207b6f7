/** What published strategies made, kept for rankings; written by triggers alone. The conventions of `schema.ts` hold. */
export interface TrackSchema {
  /** A strategy as it was when it was first traded: it may be gone since. */
  track_trick: {
    strategy_id: number;
    name: string;
    summary: string;
    author: string;
    category: string;
    segment: string;
    risk: string;
    min_capital_paise: bigint;
  };
  track_sample: { strategy_version_id: number; dataset: string; until: string };
  /** Whose the random numbers of `track_day` are, while the account lives. */
  track_copy: { deployment_id: number; account_id: number; copy: string; follower: string };
  track_day: {
    copy: string;
    mode: 'paper' | 'live';
    day: string;
    dataset: string;
    strategy_id: number;
    follower: string;
    /** Whoever made the version may have seen this day: it does not count. */
    in_sample: boolean;
    capital_paise: bigint;
    charges_paise: bigint;
    net_paise: bigint;
    trades: number;
    wins: number;
  };
}
