export type { SandboxStore } from './books.ts';
export { SANDBOX_KEYS } from './keys.ts';
export { type PaymentsSandbox, type PaymentsSandboxOptions, startPaymentsSandbox } from './server.ts';
