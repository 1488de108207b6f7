import type { CallName } from '@trickdesk/contract';

/** What an action on a trick changes, read again after it. */
export const AFTER_ACTION: readonly CallName[] = [
  'trickdetails',
  'mytrick',
  'myTrickCalculation',
  'my-openposition',
  'orderhistory',
  'home',
];

export interface PanelProps<Trick> {
  readonly trick: Trick;
  readonly opened: boolean;
  readonly onClose: () => void;
}
