import type { CallName } from '@trickdesk/contract';

/** What a change of limits or switches changes, read again after it. */
export const AFTER_RISK: readonly CallName[] = [
  'risksettings',
  'riskvetoes',
  'mytrick',
  'trickdetails',
  'home',
  'getMyBaskets',
  'mybasketdetails',
];

export interface RiskPanelProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}
