export { readPaymentEvent, readPayoutEvent } from './events.ts';
export type * from './port.ts';
export { createRazorpay } from './razorpay.ts';
export { createRazorpayX } from './razorpayx.ts';
export { isSignedBy, signatureOf } from './signature.ts';
