/** What the sandbox knows its only customer by. It guards nothing: no money is behind it. */
export const SANDBOX_KEYS = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'sandbox-key-secret',
  webhookSecret: 'sandbox-webhook-secret',
  accountNumber: '2323230000000000',
} as const;
