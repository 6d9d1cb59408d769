import { expect, test } from 'vitest';
import { networkOf, networksOf } from './attempt-limits.ts';

test.each([
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '192.0.2.7:51234', network: '192.0.2.7' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
  { address: '2001:DB8:1:2:ffff::9', network: '2001:db8:1:2::/64' },
  { address: '[2001:db8:1:2::9]:443', network: '2001:db8:1:2::/64' },
  { address: '2001:db8::1', network: '2001:db8:0:0::/64' },
  { address: '2001:db8:0:1::1', network: '2001:db8:0:1::/64' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
  { address: '::1', network: '0:0:0:0::/64' },
  { address: '1:2:3::', network: '1:2:3:0::/64' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:c000:207', network: '192.0.2.7' },
  { address: '64:ff9b::192.0.2.7', network: '64:ff9b:0:0::/64' },
  { address: 'unknown', network: 'unknown' },
  { address: '', network: '' },
])('$address belongs to $network', ({ address, network }) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  { address: '2001:db8:1:2:3:4:5:6', around: '2001:db8:1::/48' },
  { address: '2001:db8::1', around: '2001:db8:0::/48' },
  { address: '192.0.2.7', around: undefined },
  { address: '::ffff:192.0.2.7', around: undefined },
  { address: 'unknown', around: undefined },
])('the network around $address is $around', ({ address, around }) => {
  expect(networksOf(address)[1]).toBe(around);
});
