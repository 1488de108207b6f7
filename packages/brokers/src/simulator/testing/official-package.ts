import { createRequire } from 'node:module';
import { Secret, TOTP } from 'otpauth';
import { SIM_TOTP_SECRET } from '../accounts.ts';
import type { Simulator } from '../simulator.ts';

const require = createRequire(import.meta.url);

/** Loads the broker's own package as it is published, pointed at the loopback address by its own settings. */
export function officialPackage(simulator: Simulator) {
  const settings = require('smartapi-javascript/config/constant');
  const sockets = simulator.url.replace('http', 'ws');
  settings.CONSTANTS.websocketURL = `${sockets}/smart-stream`;
  settings.CONSTANTS.wsclientupdatesURL = `${sockets}/smart-order-update`;
  settings.CONSTANTS.Interval = 200;
  // The package asks the internet for this machine's address and dies without an answer.
  require('public-ip').v4 = async () => '127.0.0.1';
  return require('smartapi-javascript');
}

/** The one-time code of now, the same for every client. */
export function oneTimeCode(): string {
  return new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET) }).generate();
}
