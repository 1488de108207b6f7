import type { OutputOfCall } from '../../../lib/wire.ts';

export type OwnTrick = OutputOfCall<'owntrick'>['trick'];
/** What is read anew after one was changed. */
export const CHANGED_BY_OWN = ['owntricks', 'owntrick', 'trickerdetails', 'trickpublications', 'hometrickers'] as const;
