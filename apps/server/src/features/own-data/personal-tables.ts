import type { Belongs, PersonalTable } from './personal-table.ts';

const own = { column: 'account_id', of: 'account' } as const;
const ofThe = (table: string, column = `${table}_id`): Belongs => ({ column, of: { table } });

/**
 * Every table that holds something about a person. A test compares it with the database: a table that is neither here
 * nor among the exceptions fails it.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  // Who somebody is -------------------------------------------------------------------------------------------------
  {
    table: 'account',
    about: 'Your account: name, username, address for mail, mobile, personal details, layout, language of mails.',
    belongs: { column: 'id', of: 'account' },
    secrets: ['password_hash'],
    atErasure: 'pseudonym',
  },
  {
    table: 'kyc',
    about: 'Your identity as it was verified. The PAN is masked; of the Aadhaar number the last digits are kept.',
    belongs: own,
    secrets: ['pan_sealed', 'pan_fingerprint'],
    atErasure: 'kept',
  },
  {
    table: 'bank_account',
    about: 'Bank accounts for withdrawals, now and before. Numbers are masked.',
    belongs: own,
    secrets: ['number_sealed', 'number_fingerprint'],
    atErasure: 'kept',
  },
  {
    table: 'aadhaar_request',
    about: 'Codes for Aadhaar that you asked for within the last day.',
    belongs: own,
    atErasure: 'deleted',
  },
  {
    table: 'kyc_sandbox_consent',
    about: 'What was asked on the consent page of the sandbox.',
    belongs: { column: 'request_id', of: { table: 'aadhaar_request', by: 'provider_request_id' } },
    atErasure: 'deleted',
  },
  { table: 'legal_hold', about: 'Whether law asks that your data be kept as it is.', belongs: own, atErasure: 'kept' },

  // Signing in ------------------------------------------------------------------------------------------------------
  { table: 'session_family', about: 'Where you are, or were lately, signed in.', belongs: own, atErasure: 'deleted' },
  {
    table: 'refresh_token',
    about: 'When a session was carried on. What opens it is not kept, only a hash, which is left out.',
    belongs: ofThe('session_family', 'family_id'),
    secrets: ['token_hash'],
    atErasure: 'deleted',
  },
  {
    table: 'second_factor',
    about: 'Since when your second factor is on. Its secret is left out.',
    belongs: own,
    secrets: ['sealed_secret'],
    atErasure: 'deleted',
  },
  {
    table: 'recovery_code',
    about: 'Recovery codes, and when each was used. The codes themselves are not kept.',
    belongs: own,
    secrets: ['fingerprint'],
    atErasure: 'deleted',
  },
  {
    table: 'account_browser',
    about: 'When you signed in with one browser and another. What names it is a hash, which is left out.',
    belongs: own,
    secrets: ['token_hash'],
    atErasure: 'deleted',
  },
  {
    table: 'password_reset',
    about: 'Links for a new password that you asked for lately.',
    belongs: own,
    secrets: ['token_hash'],
    atErasure: 'deleted',
  },
  {
    table: 'mail',
    about: 'Mails to you within the last month. Their texts are encrypted and left out.',
    belongs: { column: 'to_address', of: 'address' },
    secrets: ['sealed_body'],
    atErasure: 'deleted',
  },
  { table: 'data_copy', about: 'Copies of your data that you asked for.', belongs: own, atErasure: 'deleted' },
  {
    table: 'idempotent_call',
    about: 'Answers that are kept for a week, so that a request that was repeated acts once.',
    belongs: own,
    secrets: ['body_hash'],
    atErasure: 'deleted',
  },

  // What was told and done ------------------------------------------------------------------------------------------
  {
    table: 'operator_act',
    about: 'What you did as an operator.',
    belongs: { column: 'operator_id', of: 'account' },
    atErasure: 'kept',
  },
  { table: 'activity', about: 'The log of what you did.', belongs: own, atErasure: 'kept' },
  { table: 'alert', about: 'Your alerts.', belongs: own, atErasure: 'deleted' },
  { table: 'alert_tally', about: 'How many alerts you have of each kind.', belongs: own, atErasure: 'deleted' },
  {
    table: 'readiness_told',
    about: 'When you were last told what your tricks wait for.',
    belongs: own,
    atErasure: 'deleted',
  },
  { table: 'alert_outbox', about: 'Alerts that are about to be delivered.', belongs: own, atErasure: 'deleted' },
  { table: 'alert_choice', about: 'How you want to be told of what.', belongs: own, atErasure: 'deleted' },
  {
    table: 'push_subscription',
    about: 'Browsers that are told of alerts. Their addresses are encrypted and left out.',
    belongs: own,
    secrets: ['endpoint_hash', 'sealed_subscription'],
    atErasure: 'deleted',
  },
  { table: 'push_outbox', about: 'Alerts that are about to be sent to them.', belongs: own, atErasure: 'deleted' },
  { table: 'user_event', about: 'What your open pages were told lately.', belongs: own, atErasure: 'deleted' },

  {
    table: 'research_call',
    about: 'Calls of research that you published as an operator.',
    belongs: { column: 'published_by', of: 'account' },
    secrets: ['withdrawn_by'],
    atErasure: 'kept',
  },
  {
    table: 'research_outcome',
    about: 'What the market made of them.',
    belongs: ofThe('research_call'),
    atErasure: 'kept',
  },

  // Support ---------------------------------------------------------------------------------------------------------
  {
    table: 'ticket',
    about: 'What you asked support, with the orders that you asked about as they stood then.',
    belongs: own,
    secrets: ['assignee_id'],
    atErasure: 'deleted',
  },
  {
    table: 'ticket_message',
    about: 'Your messages and the answers.',
    belongs: own,
    secrets: ['operator_id'],
    atErasure: 'deleted',
  },
  {
    table: 'ticket_attachment',
    about: 'Files of your tickets, each whole in base 64.',
    belongs: own,
    file: 'bytes',
    atErasure: 'deleted',
  },

  // Money -----------------------------------------------------------------------------------------------------------
  { table: 'subscription', about: 'Plans that you have or had.', belongs: own, atErasure: 'kept' },
  { table: 'payment', about: 'Payments for plans.', belongs: own, atErasure: 'kept' },
  { table: 'invoice', about: 'Invoices and credit notes.', belongs: own, atErasure: 'kept' },
  { table: 'refund', about: 'Refunds.', belongs: ofThe('invoice'), atErasure: 'kept' },
  { table: 'withdrawal', about: 'Money that you asked to be sent to your bank.', belongs: own, atErasure: 'kept' },
  {
    table: 'withdrawal_step',
    about: 'What happened to it, step by step.',
    belongs: ofThe('withdrawal'),
    atErasure: 'kept',
  },
  {
    table: 'withdrawal_approval',
    about: 'Who approved it, by number.',
    belongs: ofThe('withdrawal'),
    atErasure: 'kept',
  },
  { table: 'reward', about: 'Rewards for people whom you invited.', belongs: own, atErasure: 'kept' },
  {
    table: 'ledger_account',
    about: 'Your wallets.',
    belongs: { column: 'owner_id', of: 'account' },
    atErasure: 'kept',
  },
  {
    table: 'ledger_posting',
    about: 'What came to your wallets and left them.',
    belongs: ofThe('ledger_account'),
    atErasure: 'kept',
  },
  {
    table: 'ledger_transfer',
    about: 'Why it came or left.',
    belongs: { column: 'id', of: { table: 'ledger_posting', by: 'transfer_id' } },
    atErasure: 'kept',
  },

  // Tricks ----------------------------------------------------------------------------------------------------------
  {
    table: 'strategy',
    about: 'Tricks that you made.',
    belongs: { column: 'owner_id', of: 'account' },
    atErasure: 'kept_if_live',
  },
  { table: 'strategy_version', about: 'Their versions.', belongs: ofThe('strategy'), atErasure: 'kept_if_live' },
  {
    table: 'strategy_report',
    about: 'Back-tests of them by the product.',
    belongs: ofThe('strategy_version'),
    large: true,
    atErasure: 'deleted',
  },
  {
    table: 'trick_publication',
    about: 'Versions of them that you submitted for the catalogue.',
    belongs: own,
    atErasure: 'deleted',
  },
  { table: 'deployment', about: 'Your copies of tricks.', belongs: own, atErasure: 'kept_if_live' },
  { table: 'deployment_run', about: 'Their runs.', belongs: ofThe('deployment'), large: true, atErasure: 'deleted' },
  { table: 'deployment_command', about: 'What you asked of them.', belongs: ofThe('deployment'), atErasure: 'deleted' },
  { table: 'decision', about: 'What they decided, and why.', belongs: ofThe('deployment'), atErasure: 'kept_if_live' },
  {
    table: 'order_news',
    about: 'What they were told of their orders.',
    belongs: ofThe('deployment'),
    atErasure: 'deleted',
  },
  { table: 'trade_order', about: 'Orders of your tricks.', belongs: own, atErasure: 'kept_if_live' },
  {
    table: 'order_event',
    about: 'The states of these orders.',
    belongs: ofThe('trade_order', 'order_id'),
    atErasure: 'kept_if_live',
  },
  { table: 'position', about: 'Positions and trades.', belongs: own, atErasure: 'kept_if_live' },
  { table: 'daily_result', about: 'Results of days in test mode.', belongs: own, atErasure: 'deleted' },
  { table: 'daily_result_live', about: 'Results of live days.', belongs: own, atErasure: 'deleted' },
  {
    table: 'track_copy',
    about: 'The random numbers under which days of your tricks stand in the record behind rankings.',
    belongs: own,
    atErasure: 'deleted',
  },
  { table: 'trade_activity', about: 'The log of trading.', belongs: own, atErasure: 'kept_if_live' },
  {
    table: 'parity_report',
    about: 'Days of your tricks beside the back-test.',
    belongs: own,
    large: true,
    atErasure: 'deleted',
  },
  { table: 'backtest', about: 'Back-tests that you asked for.', belongs: own, large: true, atErasure: 'deleted' },
  {
    table: 'backtest_trades',
    about: 'Their trades, in parts.',
    belongs: ofThe('backtest'),
    packed: 'bytes',
    large: true,
    atErasure: 'deleted',
  },
  {
    table: 'demo_history',
    about: 'How far the history of a demo account was made.',
    belongs: own,
    atErasure: 'deleted',
  },

  // Broker ----------------------------------------------------------------------------------------------------------
  {
    table: 'broker_link',
    about: 'Broker accounts that you linked. What opens them is left out.',
    belongs: own,
    secrets: ['sealed_secrets'],
    atErasure: 'kept_if_live',
  },
  { table: 'broker_order', about: 'Orders at your broker.', belongs: own, atErasure: 'kept' },
  {
    table: 'broker_order_event',
    about: 'The states of these orders.',
    belongs: ofThe('broker_order'),
    atErasure: 'kept',
  },
  {
    table: 'broker_order_request',
    about: 'What you asked of them.',
    belongs: ofThe('broker_order'),
    atErasure: 'kept',
  },
  { table: 'live_acknowledgement', about: 'What you agreed to before going live.', belongs: own, atErasure: 'kept' },
  {
    table: 'hand_exit',
    about: 'When you asked that everything opened by hand be closed.',
    belongs: own,
    atErasure: 'kept',
  },
  {
    table: 'reconciliation_report',
    about: 'Our books beside your broker’s.',
    belongs: own,
    large: true,
    atErasure: 'kept',
  },
  {
    table: 'opening_funds',
    about: 'Funds at the beginning of a day.',
    belongs: ofThe('broker_link'),
    atErasure: 'deleted',
  },

  // Baskets ---------------------------------------------------------------------------------------------------------
  { table: 'basket', about: 'Baskets that you made.', belongs: own, atErasure: 'kept_if_live' },
  { table: 'basket_version', about: 'What they are made of.', belongs: ofThe('basket'), atErasure: 'kept_if_live' },
  {
    table: 'basket_constituent',
    about: 'Their names and weights.',
    belongs: ofThe('basket_version'),
    atErasure: 'kept_if_live',
  },
  { table: 'owned_basket', about: 'Baskets that you hold or held.', belongs: own, atErasure: 'kept_if_live' },
  {
    table: 'basket_flow',
    about: 'Money in and out of them.',
    belongs: ofThe('owned_basket'),
    atErasure: 'kept_if_live',
  },
  { table: 'basket_run', about: 'What was done with them.', belongs: ofThe('owned_basket'), atErasure: 'kept_if_live' },
  { table: 'basket_order', about: 'Their orders.', belongs: ofThe('owned_basket'), atErasure: 'kept_if_live' },
  { table: 'basket_sip', about: 'Their SIPs.', belongs: ofThe('owned_basket'), atErasure: 'deleted' },
  { table: 'basket_instalment', about: 'Instalments of these.', belongs: ofThe('owned_basket'), atErasure: 'deleted' },

  // ROBO Pro --------------------------------------------------------------------------------------------------------
  { table: 'robo_answers', about: 'Your answers to the ROBO Pro questionnaire.', belongs: own, atErasure: 'deleted' },
  {
    table: 'robo_note',
    about: 'What was suggested to you under an adviser’s registration, and why.',
    belongs: own,
    atErasure: 'kept',
  },

  // Risk ------------------------------------------------------------------------------------------------------------
  { table: 'risk_limit', about: 'Your limits.', belongs: own, atErasure: 'deleted' },
  { table: 'kill_switch', about: 'Your kill switch.', belongs: own, atErasure: 'deleted' },
  { table: 'desk_switch', about: 'A stop of your live entries by operators.', belongs: own, atErasure: 'deleted' },
  {
    table: 'risk_version',
    about: 'How often what your limits are weighed by has changed.',
    belongs: own,
    atErasure: 'kept',
  },
  { table: 'risk_veto', about: 'Orders that a limit turned down.', belongs: own, atErasure: 'kept' },
];

/** Tables that hold nothing about a person, or nothing of which anybody could say whose it is; and why. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  attempt_counter: 'keys are hashes of what was tried, and last for an hour',
  audit_link: 'hashes of rows, none of which can be turned back',
  basket_review: 'when baskets of the catalogue were reviewed',
  calendar_holiday: 'the exchange’s calendar',
  calendar_hours: 'the exchange’s calendar',
  calendar_member: 'the exchange’s calendar',
  calendar_special: 'the exchange’s calendar',
  calendar_year: 'the exchange’s calendar',
  candle_block: 'prices',
  candle_tail: 'prices',
  corporate_action: 'splits and bonuses of companies',
  designation: 'names of levels',
  feed_session: 'the session of the product’s own market-data account',
  gateway_event: 'names of events, so that each acts once',
  instrument: 'what can be traded',
  invoice_series: 'the last number of a series',
  kysely_migration: 'steps of the schema',
  kysely_migration_lock: 'steps of the schema',
  last_price: 'prices',
  ledger_check: 'whether the whole ledger added up',
  lease_holder: 'processes of ours',
  market_clock: 'the exchange’s clock',
  plan: 'what can be bought',
  reward_round: 'targets of months',
  sealed_key: 'keys of ours',
  track_day: 'results of days under random numbers; whose they are stands in track_copy alone',
  track_sample: 'days that a version may have been made on',
  track_trick: 'names of published tricks',
};
