export { areKeysOfBrowser } from './encrypt.ts';
export { ENDPOINT_LONGEST, isPushEndpoint } from './endpoint.ts';
export type * from './port.ts';
export { createWebPush, type WebPushParts } from './send.ts';
export { createVapid, drawVapidKey, type Vapid, type VapidKey } from './vapid.ts';
