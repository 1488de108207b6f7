/** The fixed accounts of the simulated broker: the README and `/__sim/state` print these values. */
export const SIM_API_KEY = 'sim-api-key';
export const SIM_PIN = '1234';
export const SIM_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';
/** ₹10,00,000 each, in paise. */
export const OPENING_CASH_PAISE = 10_00_000_00;

/** `S100001` to `S100999`. */
export function isSimClient(clientCode: string): boolean {
  return /^S100\d{3}$/.test(clientCode) && clientCode !== 'S100000';
}

/** Clients whose code ends in 7 gave no standing authorisation (DDPI): each sale out of their holdings needs eDIS. */
export function hasStandingAuthorisation(clientCode: string): boolean {
  return !clientCode.endsWith('7');
}
