/** Everything that keeps a trick from trading today. */
export type CauseCode =
  | 'stopped'
  | 'halted'
  | 'exiting'
  | 'kyc'
  | 'activation'
  | 'operating_mode'
  | 'algo'
  | 'broker_missing'
  | 'broker_session'
  | 'broker_refused'
  | 'kill_switch'
  | 'risk_lock'
  | 'account_loss'
  | 'account_limit'
  | 'trick_loss'
  | 'trick_trades'
  | 'acknowledgement'
  | 'capital'
  | 'funds'
  | 'instruments'
  | 'bases_disabled'
  | 'unclear_order'
  | 'sale_not_authorised'
  | 'holiday'
  | 'calendar_unknown'
  | 'special_hours'
  | 'weekday'
  | 'after_last_entry'
  | 'no_prices'
  | 'feed_silent'
  | 'price_doubtful'
  | 'runner_asleep';

export interface Cause {
  readonly code: CauseCode;
  /** What is so, and what to do. */
  readonly sentence: string;
  /** Where it is mended; absent where time or an operator mends it. */
  readonly action?: { readonly label: string; readonly to: string };
}

/** A cause with the place where a person mends it. */
export function causeOf(code: CauseCode, sentence: string, trickId: number): Cause {
  const action = actionFor(code, trickId);
  return action === undefined ? { code, sentence } : { code, sentence, action };
}

function actionFor(code: CauseCode, trickId: number): Cause['action'] {
  const trick = `/my-tricks/${trickId}`;
  switch (code) {
    case 'stopped':
      return { label: 'Start it', to: trick };
    case 'acknowledgement':
      return { label: 'Read its contract and start it', to: trick };
    case 'halted':
      return { label: 'See why and start it', to: trick };
    case 'exiting':
      return { label: 'See what is sold', to: trick };
    case 'broker_missing':
      return { label: 'Link a broker account', to: '/profile/broker' };
    case 'broker_session':
    case 'broker_refused':
      return { label: 'Sign in again', to: '/profile/broker' };
    case 'funds':
      return { label: 'See funds', to: '/profile/broker' };
    case 'kill_switch':
    case 'risk_lock':
    case 'account_loss':
    case 'account_limit':
      return { label: 'See risk', to: '/risk' };
    case 'trick_loss':
    case 'trick_trades':
    case 'capital':
    case 'weekday':
    case 'after_last_entry':
    case 'special_hours':
      return { label: 'See settings', to: trick };
    case 'bases_disabled':
      return { label: 'Enable an instrument', to: trick };
    case 'instruments':
      return { label: 'Choose another trick', to: '/tricks' };
    case 'unclear_order':
      return { label: 'See orders', to: '/orders' };
    case 'sale_not_authorised':
      return { label: 'Authorise the sale', to: '/holdings' };
    case 'kyc':
      return { label: 'Verify your KYC', to: '/profile/kyc' };
    case 'activation':
      return { label: 'Activate trading', to: '/activate' };
    case 'operating_mode':
    case 'algo':
    case 'holiday':
    case 'calendar_unknown':
    case 'no_prices':
    case 'feed_silent':
    case 'price_doubtful':
    case 'runner_asleep':
      return undefined;
  }
}

/** Each code once: the first sentence stands. */
export function onceEach(causes: readonly Cause[]): Cause[] {
  const seen = new Set<CauseCode>();
  return causes.filter(({ code }) => !seen.has(code) && seen.add(code) !== undefined);
}
