import { BlockList, isIP } from 'node:net';

/**
 * Where the makers of browsers take messages. A subscription names its own address, so without this list anybody could
 * make us ask any address at all.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const;

export const ENDPOINT_LONGEST = 1_000;

/** Whether an endpoint is one of a browser's maker: https on its own port, by name, without credentials. */
export function isPushEndpoint(endpoint: string): boolean {
  if (endpoint.length > ENDPOINT_LONGEST || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '' || hash !== '') return false;
  return SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service));
}

/** Addresses that are nobody's on the internet: this machine, private networks, links, documentation, multicast. */
const PRIVATE = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

const privateAddresses = new BlockList();
for (const [address, bits] of PRIVATE) privateAddresses.addSubnet(address, bits, 'ipv4');
/** Of version 6 only what is given out to the internet, 2000::/3, less what carries an older address or is for examples. */
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
const carriedSix = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  carriedSix.addSubnet(address, bits, 'ipv6');
}

/** Whether an address lies on the internet; what is no address does not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateAddresses.check(address, 'ipv4');
    case 6:
      return publicSix.check(address, 'ipv6') && !carriedSix.check(address, 'ipv6');
    default:
      return false;
  }
}
