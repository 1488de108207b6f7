import type { OpsPayment } from '@trickdesk/contract';
import type { StateTone } from '../../ui/state-dot.tsx';

export const PAYMENT_TONES = {
  ...{ open: 'busy', paid: 'good', failed: 'bad', expired: 'quiet' },
} as const satisfies Record<OpsPayment['state'], StateTone>;
