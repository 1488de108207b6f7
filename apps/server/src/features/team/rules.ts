/** How many active direct referrals a level takes. */
export interface Threshold {
  readonly level: number;
  readonly activeReferrals: number;
}

export interface Designation {
  readonly level: number;
  /** Absent at the highest. */
  readonly next?: Threshold;
}

/** The level that active direct referrals reach, and the one after it. It changes names and badges, never pay. */
export function designationOf(activeReferrals: number, thresholds: readonly Threshold[]): Designation {
  const byNeed = thresholds.toSorted((a, b) => a.activeReferrals - b.activeReferrals);
  const level = byNeed.findLast((each) => each.activeReferrals <= activeReferrals)?.level ?? 0;
  const next = byNeed.find((each) => each.activeReferrals > activeReferrals);
  return next ? { level, next } : { level };
}

export interface LevelCount {
  readonly level: number;
  readonly members: number;
  readonly active: number;
}

/** The levels that are shown of a team that was counted one level further, and whether there is more below. */
export function levelsShown(counted: readonly LevelCount[], deepest: number) {
  return {
    levels: counted.filter(({ level }) => level <= deepest),
    hasDeeper: counted.some((one) => one.level > deepest),
  };
}
