export { createHostedKyc, type HostedKyc } from './hosted.ts';
export type * from './port.ts';
export { createKycSandbox, type SandboxConsent, type SandboxConsents } from './sandbox.ts';
