/** What operators look at and decide on, as abilities name it. */
export const OPERATOR_SUBJECTS = [
  'Withdrawal',
  'Kyc',
  'Plan',
  'User',
  'Payment',
  'Ledger',
  'Audit',
  'Ticket',
  'Research',
  'Desk',
  'Trick',
  'Reconciliation',
  'Basket',
] as const;
export type OperatorSubject = (typeof OPERATOR_SUBJECTS)[number];
